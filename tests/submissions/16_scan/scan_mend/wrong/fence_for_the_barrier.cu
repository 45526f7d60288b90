// expect: hazards
// A fence orders the accesses of its own thread. It waits for nobody.

// TODO(1)
        int before = tid >= step ? part[tid - step] : 0;
        __threadfence_block();
        part[tid] += before;
        __syncthreads();
