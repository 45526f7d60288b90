// expect: correctness
// Leaves zeros in A for whoever comes next.

// INSTEAD OF
#pragma unroll
    for (int m = 0; m < TM; ++m) {
// WRITE
    int thread = ty * 16 + tx;
    if (blockIdx.x == 0 && thread < BM && blockIdx.y * BM + thread < M)
        const_cast<float*>(A)[(blockIdx.y * BM + thread) * lda] = 0.0f;

#pragma unroll
    for (int m = 0; m < TM; ++m) {
