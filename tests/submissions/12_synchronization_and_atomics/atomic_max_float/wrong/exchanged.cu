// expect: correctness, hazards
// An exchange puts x there, whatever has come in between.

// TODO(1)
    if (x > __int_as_float(seen))
        atomicExch(word, __float_as_int(x));
