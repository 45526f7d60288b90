// expect: correctness
// The sum is an int: exact on whole numbers, wrong on everything else.

// INSTEAD OF
    float sum = 0.0f;
// WRITE
    int sum = 0;
