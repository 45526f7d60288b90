// expect: correctness
// Ones are laid down from the end: every second pass would turn them round. Not stable.

// TODO(3)
    int place = is_zero ? zeros_before : min(BLOCK, n - begin) - 1 - (tid - zeros_before);
    if (exists)
        out[begin + place] = key;
