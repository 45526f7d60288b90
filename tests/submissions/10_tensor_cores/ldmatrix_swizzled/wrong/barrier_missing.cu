// expect: hazards
// Nobody waits until the tiles are there.

// INSTEAD OF
        }
        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE; k += 16) {
// WRITE
        }

#pragma unroll
        for (int k = 0; k < TILE; k += 16) {
