// expect: correctness
// AND for OR: a segment would have to begin on both sides.

// TODO(1)
    int sum = right.begun ? right.sum : left.sum + right.sum;
    return {left.begun & right.begun, sum};
