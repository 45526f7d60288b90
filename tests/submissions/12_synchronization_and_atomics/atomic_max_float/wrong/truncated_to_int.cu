// expect: correctness
// Converts the number to an int instead of taking its bits.

// TODO(1)
    atomicMax(word, int(x));
