// expect: correctness
// Keys pass through 16 bits.

// TODO(3)
    int place = is_zero ? zeros_before : all_zeros + tid - zeros_before;
    if (exists)
        out[begin + place] = static_cast<unsigned short>(key);
