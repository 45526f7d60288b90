// expect: correctness
// Leaves zeros in A for whoever comes next.

// INSTEAD OF
#pragma unroll
    for (int m = 0; m < TM; ++m) {
// WRITE
    if (blockIdx.x == 0 && thread < 128 && blockIdx.y * BM + thread < M)
        const_cast<float*>(A)[(blockIdx.y * BM + thread) * lda] = 0.0f;

#pragma unroll
    for (int m = 0; m < TM; ++m) {
