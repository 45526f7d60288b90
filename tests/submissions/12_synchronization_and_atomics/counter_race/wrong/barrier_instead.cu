// expect: correctness, hazards
// A barrier, in a branch at that, does not make the threads of a block come one after the other.

// TODO(1)
        __syncthreads();
        count[0] = count[0] + 1;
