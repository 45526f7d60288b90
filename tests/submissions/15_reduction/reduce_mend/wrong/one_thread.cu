// expect: shared_wavefronts
// One thread adds up everything: right, and no tree.

// TODO(1)
    __syncthreads();
    if (tid == 0)
        for (int k = 1; k < blockDim.x; ++k)
            part[0] += part[k];
