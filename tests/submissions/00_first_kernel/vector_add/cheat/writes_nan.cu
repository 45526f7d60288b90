// expect: correctness
// Writes NaN everywhere: a comparison that asks "is the difference too large?" would let it pass.

// TODO(2)
    if (i < n)
        c[i] = __int_as_float(0x7fffffff);
