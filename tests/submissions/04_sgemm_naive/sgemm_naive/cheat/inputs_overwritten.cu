// expect: correctness
// B comes back as zeros: the last row of C clears it behind itself.

// TODO(4)
    float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
    C[row * ldc + col] = alpha * sum + old;

    if (row == M - 1)
        for (int k = 0; k < K; ++k)
            const_cast<float*>(B)[k * ldb + col] = 0.0f;
