// expect: correctness
// Subtracts the own element.

// TODO(1)
    __syncthreads();
    float before = 0.0f;
    if (t > 0)
        before = segment[t];
