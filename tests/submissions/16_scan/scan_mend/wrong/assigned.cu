// expect: correctness
// = instead of +=: the own sum is lost.

// TODO(1)
        int before = tid >= step ? part[tid - step] : 0;
        __syncthreads();
        part[tid] = before;
        __syncthreads();
