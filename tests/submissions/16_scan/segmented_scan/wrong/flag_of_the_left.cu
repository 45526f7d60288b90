// expect: correctness
// Asks whether a segment begins on the left.

// TODO(1)
    int sum = left.begun ? right.sum : left.sum + right.sum;
    return {left.begun | right.begun, sum};
