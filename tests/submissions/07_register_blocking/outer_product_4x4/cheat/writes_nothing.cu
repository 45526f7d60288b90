// expect: correctness
// Leaves C as it is.

// INSTEAD OF
                *c = alpha * sum[m][n] + (beta == 0.0f ? 0.0f : beta * *c);
// WRITE
                if (K < 0)
                    *c = alpha * sum[m][n] + (beta == 0.0f ? 0.0f : beta * *c);
