// expect: hazards, determinism
// The first warp reads the pairs of the others without waiting.

// INSTEAD OF
            bests[warp] = best;
        __syncthreads();
// WRITE
            bests[warp] = best;
