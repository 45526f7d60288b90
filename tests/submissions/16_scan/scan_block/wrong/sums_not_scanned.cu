// expect: correctness
// The sums of the warps are left as they are: each warp adds the one before it only.

// TODO(2)
    __syncthreads();
