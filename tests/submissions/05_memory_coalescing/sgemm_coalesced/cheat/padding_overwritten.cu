// expect: correctness
// Writes the unused ends of the rows of C too, as if ldc were N.

// INSTEAD OF
    if (row >= M || col >= N)
// WRITE
    if (row >= M || col >= N) {
        if (row < M && col < ldc)
            C[row * ldc + col] = 0.0f;

// INSTEAD OF
    float sum = 0.0f;
// WRITE
    }

    float sum = 0.0f;
