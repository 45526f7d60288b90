// expect: correctness
// Divides by x >= 0, which -0 is: its bits, as an int, are the smallest there are.

// TODO(1)
    if (x >= 0.0f)
        atomicMax(word, __float_as_int(x));
    else
        atomicMin(reinterpret_cast<unsigned*>(word), __float_as_uint(x));
