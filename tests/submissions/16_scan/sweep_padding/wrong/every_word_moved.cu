// expect: shared_excess, shared_wavefronts
// All words move by one: the distances stay as they were.

// TODO(1)
    return i + 1;
