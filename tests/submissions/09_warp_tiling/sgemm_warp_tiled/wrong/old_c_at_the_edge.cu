// expect: correctness
// Where results are stored one by one, the old C is read although beta is 0, and 0 times NaN is NaN.

// INSTEAD OF
            to[i] = alpha * sum[i] + (beta == 0.0f ? 0.0f : beta * to[i]);
// WRITE
            to[i] = alpha * sum[i] + beta * to[i];
