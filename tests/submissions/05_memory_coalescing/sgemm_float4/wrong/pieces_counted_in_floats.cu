// expect: correctness
// A float4 pointer steps by four floats: [4 * p] skips three pieces of four.

// TODO(2)
        float4 four = reinterpret_cast<const float4*>(a)[4 * p];
        const float* b = B + 4 * p * ldb + col;
        sum += four.x * b[0];
        sum += four.y * b[ldb];
        sum += four.z * b[2 * ldb];
        sum += four.w * b[3 * ldb];
