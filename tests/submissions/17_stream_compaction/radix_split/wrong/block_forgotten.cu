// expect: correctness, hazards
// Every block writes to the front of `out`.

// TODO(3)
    int place = is_zero ? zeros_before : all_zeros + tid - zeros_before;
    if (exists)
        out[place] = key;
