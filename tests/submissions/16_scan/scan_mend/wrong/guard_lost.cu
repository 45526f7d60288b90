// expect: correctness
// The condition got lost: threads read before the array begins.

// TODO(1)
        int before = part[tid - step];
        __syncthreads();
        part[tid] += before;
        __syncthreads();
