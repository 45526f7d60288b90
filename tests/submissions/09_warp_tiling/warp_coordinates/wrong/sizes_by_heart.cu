// expect: correctness
// The sizes of the lesson instead of the arguments.

// TODO(1)
    int first_row = warp / 2 * 32 + lane / 8 * 4;
    int first_col = warp % 2 * 64 + lane % 8 * 4;
