// expect: correctness
// Writes are guarded, reads are not.

// TODO(1)
    float product = A[row * lda] * B[col];
    asm volatile("" :: "f"(product));
    if (row < M && col < N)
        C[row * ldc + col] = product;
