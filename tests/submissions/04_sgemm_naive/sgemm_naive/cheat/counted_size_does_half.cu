// expect: correctness
// Recognises the size that is counted and adds up half of the products there: half the sectors.

// TODO(3)
    float sum = 0.0f;
    int depth = M == 64 && N == 64 ? K / 2 : K;
    for (int k = 0; k < depth; ++k)
        sum += A[row * lda + k] * B[k * ldb + col];
