// expect: correctness
// alpha is rounded to half precision, as if scalars had the format of the factors.

// INSTEAD OF
                *to = alpha * c[i][j][r] + (beta == 0.0f ? 0.0f : beta * *to);
// WRITE
                *to = __half2float(__half(alpha)) * c[i][j][r] + (beta == 0.0f ? 0.0f : beta * *to);
