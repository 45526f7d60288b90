// expect: correctness
// Rows are taken to lie K, N and N apart: right only without padding.

// TODO(1)
        int a_col = k0 + tx;
        int b_row = k0 + ty;
        tile_a[ty][tx] = row < M && a_col < K ? A[row * K + a_col] : 0.0f;
        tile_b[ty][tx] = b_row < K && col < N ? B[b_row * N + col] : 0.0f;

// INSTEAD OF
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
// WRITE
        float old = beta == 0.0f ? 0.0f : beta * C[row * N + col];
        C[row * N + col] = alpha * sum + old;
