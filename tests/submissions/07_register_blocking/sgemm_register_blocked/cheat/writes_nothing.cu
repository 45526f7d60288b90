// expect: correctness
// Leaves C as it is.

// INSTEAD OF
            update4(C + c_row * ldc + c_col, &sum[m][n], c_row < M ? N - c_col : 0, alpha, beta);
// WRITE
            update4(C + c_row * ldc + c_col, &sum[m][n], c_row < M && K < 0 ? N - c_col : 0, alpha, beta);
