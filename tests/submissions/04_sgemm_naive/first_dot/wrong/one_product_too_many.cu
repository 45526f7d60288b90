// expect: correctness
// <= instead of <: reads one word behind the row of A, and a row below B.

// TODO(1)
    for (int k = 0; k <= K; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];
