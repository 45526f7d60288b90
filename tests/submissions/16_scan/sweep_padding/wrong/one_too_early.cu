// expect: correctness
// The gaps begin one element early, before the last word of each row: beyond the array at the end.

// TODO(1)
    return i + (i + 1) / 32 + 1;
