// expect: hazards
// __syncwarp knows nothing of the other warps, which store most of the tiles.

// INSTEAD OF
        }
        __syncthreads();

#pragma unroll
        for (int k = 0; k < TILE; k += 16) {
// WRITE
        }
        __syncwarp();

#pragma unroll
        for (int k = 0; k < TILE; k += 16) {
