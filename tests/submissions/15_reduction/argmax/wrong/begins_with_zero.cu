// expect: correctness
// Begins with 0, which beats every negative number.

// INSTEAD OF
    return {-INFINITY, 0x7fffffff};
// WRITE
    return {0.0f, 0x7fffffff};
