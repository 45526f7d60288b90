// expect: divergence, work
// Only two groups: in each a warp has two kinds.

// TODO(1)
    kind /= 2;
    if (t < KINDS)
        count[t] = 0;
    __syncthreads();
    rank = atomicAdd(&count[kind], 1);
