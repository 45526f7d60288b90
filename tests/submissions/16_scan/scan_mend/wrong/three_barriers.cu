// expect: barriers
// A barrier in front of the step as well: right, and waited for in vain.

// TODO(1)
        __syncthreads();
        int before = tid >= step ? part[tid - step] : 0;
        __syncthreads();
        part[tid] += before;
        __syncthreads();
