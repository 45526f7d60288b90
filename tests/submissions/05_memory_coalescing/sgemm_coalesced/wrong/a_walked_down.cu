// expect: correctness
// Turns A instead of the threads: A[k * lda + row] would be coalesced in the skeleton, but it is the transposed A.

// INSTEAD OF
        sum += A[row * lda + k] * B[k * ldb + col];
// WRITE
        sum += A[k * lda + row] * B[k * ldb + col];
