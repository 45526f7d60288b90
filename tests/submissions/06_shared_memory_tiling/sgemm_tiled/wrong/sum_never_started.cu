// expect: correctness
// The sum has no initial value: what its register held before is part of every result.

// INSTEAD OF
    float sum = 0.0f;
// WRITE
    float sum;
