// expect: correctness
// Splits within the input, too.

// TODO(3)
    int place = is_zero ? zeros_before : all_zeros + tid - zeros_before;
    if (exists)
        const_cast<unsigned*>(in)[begin + tid] = out[begin + place] = key | 1u << 31;
