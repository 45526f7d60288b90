// expect: correctness
// As unsigned ints, the bits of negative floats are above all others.

// TODO(1)
    atomicMax(reinterpret_cast<unsigned*>(word), __float_as_uint(x));
