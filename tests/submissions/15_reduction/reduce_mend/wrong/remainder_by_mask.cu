// expect: shared_wavefronts
// The remainder as a bit mask: fewer instructions, but still every warp adds.

// TODO(1)
    for (int s = 1; s < blockDim.x; s *= 2) {
        __syncthreads();
        if ((tid & (2 * s - 1)) == 0)
            part[tid] += part[tid + s];
    }
