// expect: correctness
// The bits of negative floats, as ints, are ordered the other way round.

// TODO(1)
    atomicMax(word, __float_as_int(x));
