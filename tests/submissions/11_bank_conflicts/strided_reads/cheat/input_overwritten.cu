// expect: correctness
// The result is right, but `in` comes back as zeros.

// INSTEAD OF
    __shared__ float data[WORDS];
// WRITE
    float* given = const_cast<float*>(in) + blockIdx.x * 1024;
    __shared__ float data[WORDS];

// INSTEAD OF
    for (int k = 0; k < STRIDES; ++k) {
// WRITE
    for (int i = threadIdx.x; i < SEGMENT; i += THREADS)
        given[i] = 0.0f;

    for (int k = 0; k < STRIDES; ++k) {
