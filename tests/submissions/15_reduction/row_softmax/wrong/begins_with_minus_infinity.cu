// expect: correctness
// -INFINITY minus -INFINITY is NaN: two threads without elements ruin the row.

// INSTEAD OF
    return {-3.0e38f, 0.0f};
// WRITE
    return {-INFINITY, 0.0f};
