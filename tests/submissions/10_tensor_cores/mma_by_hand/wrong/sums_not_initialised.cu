// expect: correctness
// The sums begin with whatever is in their registers.

// INSTEAD OF
    float c[4] = {};
// WRITE
    float c[4];
