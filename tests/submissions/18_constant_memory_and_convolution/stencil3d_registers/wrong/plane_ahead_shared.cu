// expect: correctness
// The plane holds what is ahead, not what is here.

// TODO(1)
        ahead = element(in, x, y, z + 1, nx, ny, nz);
        plane[ty][tx] = ahead;
        __syncthreads();
