// expect: correctness
// The second element of each pair is 0.

// TODO(1)
            b[r] = pair(B[k * N + col], __nv_bfloat16(0.0f));
