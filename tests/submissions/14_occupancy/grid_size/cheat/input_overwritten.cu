// expect: correctness
// The sums are right, and the input is gone.

// TODO(2)
    float sum = 0.0f;
    for (int i = begin + threadIdx.x; i < end; i += THREADS) {
        sum += in[i];
        const_cast<float*>(in)[i] = 0.0f;
    }
