// expect: correctness
// Compares and swaps once: whoever was too late gives up.

// TODO(1)
    if (x > __int_as_float(seen))
        atomicCAS(word, seen, __float_as_int(x));
