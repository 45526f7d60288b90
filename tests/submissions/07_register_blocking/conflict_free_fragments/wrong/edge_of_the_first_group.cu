// expect: correctness
// The guard of the first group stands for both: the second is written beyond the edge.

// INSTEAD OF
            update4(C + c_row * ldc + c_col, &sum[m][n], c_row < M ? N - c_col : 0, alpha, beta);
// WRITE
            int first = blockIdx.x * BN + tx * 4;
            update4(C + c_row * ldc + c_col, &sum[m][n], c_row < M ? N - first : 0, alpha, beta);
