// expect: shared_excess, shared_wavefronts, work
// "The divergence-free form": neighbours add, at words 2 * s apart. Few warps work, and their lanes meet in few banks.

// TODO(1)
    for (int s = 1; s < blockDim.x; s *= 2) {
        __syncthreads();
        int word = 2 * s * tid;
        if (word < blockDim.x)
            part[word] += part[word + s];
    }
