// expect: correctness
// All four floats of the piece meet the first row of B: neighbouring k are ldb apart.

// TODO(2)
        float4 four = reinterpret_cast<const float4*>(a)[p];
        const float* b = B + 4 * p * ldb + col;
        sum += four.x * b[0];
        sum += four.y * b[0];
        sum += four.z * b[0];
        sum += four.w * b[0];
