// expect: shared_wavefronts
// The remainder decides who adds: in most steps that is a few lanes of every warp.

// TODO(2)
    for (int s = 1; s < BLOCK; s *= 2) {
        __syncthreads();
        if (tid % (2 * s) == 0)
            part[tid] += part[tid + s];
    }
