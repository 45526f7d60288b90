// expect: correctness, hazards
// The barrier stands between reading and writing, and none before the next step reads.

// TODO(1)
        int before = tid >= step ? part[tid - step] : 0;
        __syncthreads();
        part[tid] += before;
