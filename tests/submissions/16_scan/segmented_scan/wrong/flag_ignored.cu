// expect: correctness
// Adds the sums, whatever the flags say.

// TODO(1)
    return {left.begun | right.begun, left.sum + right.sum};
