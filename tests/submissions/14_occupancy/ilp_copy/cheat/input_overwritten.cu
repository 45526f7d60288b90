// expect: correctness
// The result is right, but the input is spoilt.

// INSTEAD OF
        out[rest] = in[rest];
// WRITE
        out[rest] = in[rest];
    if (blockIdx.x == 0 && threadIdx.x == 0 && n > 0)
        const_cast<float*>(in)[0] = 0.0f;
