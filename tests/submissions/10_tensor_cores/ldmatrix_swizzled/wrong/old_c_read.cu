// expect: correctness
// Old C is read although beta is 0: it may be NaN.

// INSTEAD OF
                *to = alpha * c[i][j][r] + (beta == 0.0f ? 0.0f : beta * *to);
// WRITE
                *to = alpha * c[i][j][r] + beta * *to;
