// expect: correctness
// The flag of the right alone is handed on: what has begun further left is forgotten.

// TODO(1)
    int sum = right.begun ? right.sum : left.sum + right.sum;
    return {right.begun, sum};
