// expect: correctness
// a + p is p floats further, not p pieces: the second load is not aligned and faults.

// TODO(2)
        float4 four = *reinterpret_cast<const float4*>(a + p);
        const float* b = B + 4 * p * ldb + col;
        sum += four.x * b[0];
        sum += four.y * b[ldb];
        sum += four.z * b[2 * ldb];
        sum += four.w * b[3 * ldb];
