// expect: correctness
// A maximum that begins with 0 never finds a negative one.

// INSTEAD OF
    float largest = -INFINITY;
// WRITE
    float largest = 0.0f;
