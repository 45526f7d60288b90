// expect: shared_wavefronts
// tid % (2 * d) == 0: lanes stay within 32 words, so nothing conflicts, but every warp works until the end.

// TODO(1)
        int d = 64 / working;
        if (tid % (2 * d) == 0)
            part[tid] += part[tid + d];
