// expect: correctness
// Reads B with one load as well: four neighbours in a row of B are four columns, not four k.

// TODO(2)
        float4 four = reinterpret_cast<const float4*>(a)[p];
        float4 b = *reinterpret_cast<const float4*>(&B[4 * p * ldb + col]);
        sum += four.x * b.x + four.y * b.y + four.z * b.z + four.w * b.w;
