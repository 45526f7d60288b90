// expect: correctness
// C = alpha A B: what C held before is lost.

// INSTEAD OF
    if (row < M && col < N) {
        float old = beta == 0.0f ? 0.0f : beta * C[row * ldc + col];
        C[row * ldc + col] = alpha * sum + old;
// WRITE
    if (row < M && col < N)
        C[row * ldc + col] = alpha * sum;

// INSTEAD OF
}
// WRITE
