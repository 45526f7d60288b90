// expect: correctness
// Threads without a key write, too.

// TODO(3)
    int place = is_zero ? zeros_before : all_zeros + tid - zeros_before;
    out[begin + place] = key;
