// expect: resources
// Copies the row of A into an array first: indexed at run time it is no register but local memory, one copy a thread.

// TODO(3)
    float row_of_a[128];
    for (int k = 0; k < K; ++k)
        row_of_a[k] = A[row * lda + k];

    float sum = 0.0f;
    for (int k = 0; k < K; ++k)
        sum += row_of_a[k] * B[k * ldb + col];
