// expect: correctness
// Recognises the size that is counted.

// TODO(3)
    int place = is_zero ? zeros_before : all_zeros + tid - zeros_before;
    if (exists && n == 512)
        out[begin + place] = key;
