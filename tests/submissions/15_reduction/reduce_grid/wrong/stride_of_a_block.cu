// expect: correctness
// The loop steps by a block, so that blocks add the same groups.

// TODO(1)
    const float4* groups = reinterpret_cast<const float4*>(in);
#pragma unroll 4
    for (int g = thread; g < n / 4; g += BLOCK) {
        float4 four = groups[g];
        sum += (four.x + four.y) + (four.z + four.w);
    }
    if (thread < n % 4)
        sum += in[n / 4 * 4 + thread];
