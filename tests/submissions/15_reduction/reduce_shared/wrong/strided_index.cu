// expect: shared_excess, shared_wavefronts
// index = 2 * s * tid, said to cure the reduction: it is the form that has bank conflicts.

// TODO(2)
    for (int s = 1; s < BLOCK; s *= 2) {
        __syncthreads();
        int word = 2 * s * tid;
        if (word < BLOCK)
            part[word] += part[word + s];
    }
