// expect: correctness
// Indexes B as if it had been transposed, so that both operands could be float4.

// TODO(2)
        float4 four = reinterpret_cast<const float4*>(a)[p];
        const float* b = B + col * ldb + 4 * p;
        sum += four.x * b[0];
        sum += four.y * b[1];
        sum += four.z * b[2];
        sum += four.w * b[3];
