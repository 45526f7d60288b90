// expect: correctness
// A cut to the 10 mantissa bits of TF32, as a tensor core would take it.

// TODO(1)
    for (int k = lane; k < N; k += WARP) {
        float a = __int_as_float(__float_as_int(A[row * lda + k]) & 0xffffe000);
        sum += a * x[k];
    }
