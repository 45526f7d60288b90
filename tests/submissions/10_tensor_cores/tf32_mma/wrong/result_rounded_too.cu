// expect: correctness
// The sums are rounded to TF32, too. Only the factors are.

// INSTEAD OF
        *to = alpha * c[r] + (beta == 0.0f ? 0.0f : beta * *to);
// WRITE
        *to = alpha * __uint_as_float(to_tf32(c[r])) + (beta == 0.0f ? 0.0f : beta * *to);
