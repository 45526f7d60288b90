// expect: correctness
// Keeps the smaller one.

// TODO(1)
    while (x < __int_as_float(seen)) {
        int expected = seen;
        seen = atomicCAS(word, expected, __float_as_int(x));
        if (seen == expected)
            break;
    }
