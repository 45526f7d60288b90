// expect: correctness
// Old C is not added.

// INSTEAD OF
        *to = alpha * c[r] + (beta == 0.0f ? 0.0f : beta * *to);
// WRITE
        *to = alpha * c[r];
