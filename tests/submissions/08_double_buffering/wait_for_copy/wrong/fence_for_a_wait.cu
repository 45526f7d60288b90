// expect: hazards
// A fence orders this thread's writes; it waits for no copy.

// TODO(1)
    __threadfence_block();
    __syncthreads();
