// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    float sum = 0.0f;
// WRITE
    if (M != 64 || N != 64 || K != 64)
        return;

    float sum = 0.0f;
