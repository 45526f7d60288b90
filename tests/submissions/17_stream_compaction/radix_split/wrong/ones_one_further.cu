// expect: correctness, hazards
// Ones begin one place too far back.

// TODO(3)
    int place = is_zero ? zeros_before : all_zeros + 1 + tid - zeros_before;
    if (exists)
        out[begin + place] = key;
