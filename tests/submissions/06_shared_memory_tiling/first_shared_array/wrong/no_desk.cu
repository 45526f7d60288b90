// expect: shared_wavefronts
// Right, but read from global memory at the mirrored place: the desk is not used.

// TODO(1)

// TODO(2)
    out[i] = in[i - t + SIZE - 1 - t];
