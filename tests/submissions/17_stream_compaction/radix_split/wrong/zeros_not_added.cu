// expect: correctness, hazards
// Ones are written from the front, over the zeros.

// TODO(3)
    int place = is_zero ? zeros_before : tid - zeros_before;
    if (exists)
        out[begin + place] = key;
