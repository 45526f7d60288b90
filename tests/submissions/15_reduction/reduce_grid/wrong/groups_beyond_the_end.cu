// expect: correctness
// Runs over (n + 3) / 4 groups: the last one reads behind the vector.

// TODO(1)
    const float4* groups = reinterpret_cast<const float4*>(in);
#pragma unroll 4
    for (int g = thread; g < (n + 3) / 4; g += threads) {
        float4 four = groups[g];
        sum += (four.x + four.y) + (four.z + four.w);
    }
