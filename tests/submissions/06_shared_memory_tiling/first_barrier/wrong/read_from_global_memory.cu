// expect: shared_wavefronts
// Right without a barrier, because the shared array is not used.

// TODO(1)
    out[i] = t > 0 ? mine - in[i - 1] : mine;
