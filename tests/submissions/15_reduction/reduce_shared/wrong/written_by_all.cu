// expect: shared_wavefronts, global_sectors
// All threads write the sum: right, but every warp stores it, and the last step must be waited for.

// TODO(3)
    __syncthreads();
    out[blockIdx.x] = part[0];
