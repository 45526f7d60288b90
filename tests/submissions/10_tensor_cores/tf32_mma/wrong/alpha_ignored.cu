// expect: correctness
// The factor alpha is missing.

// INSTEAD OF
        *to = alpha * c[r] + (beta == 0.0f ? 0.0f : beta * *to);
// WRITE
        *to = c[r] + (beta == 0.0f ? 0.0f : beta * *to);
