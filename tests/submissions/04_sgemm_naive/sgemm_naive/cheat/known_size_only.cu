// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// TODO(2)
    if (M != 64 || N != 64 || K != 64)
        return;
