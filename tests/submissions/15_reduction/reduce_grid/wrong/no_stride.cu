// expect: correctness
// A thread adds one group, whatever the number of blocks is.

// TODO(1)
    const float4* groups = reinterpret_cast<const float4*>(in);
#pragma unroll 4
    for (int g = thread; g < n / 4; g += n) {
        float4 four = groups[g];
        sum += (four.x + four.y) + (four.z + four.w);
    }
    if (thread < n % 4)
        sum += in[n / 4 * 4 + thread];
