// expect: correctness
// beta is rounded to half precision, as if scalars had the format of the factors.

// INSTEAD OF
                *to = alpha * c[i][j][r] + (beta == 0.0f ? 0.0f : beta * *to);
// WRITE
                *to = alpha * c[i][j][r] + (beta == 0.0f ? 0.0f : __half2float(__half(beta)) * *to);
