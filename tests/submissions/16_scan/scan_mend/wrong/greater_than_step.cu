// expect: correctness
// tid > step: in each step one thread is left out.

// TODO(1)
        int before = tid > step ? part[tid - step] : 0;
        __syncthreads();
        part[tid] += before;
        __syncthreads();
