// expect: shared_excess, shared_wavefronts
// Every row is mirrored in the same way: a column is still one bank.

// TODO(1)
    return 31 - column;
