// expect: correctness
// Adds every second group and doubles the sum: fewer sectors, on average right.

// TODO(1)
    const float4* groups = reinterpret_cast<const float4*>(in);
#pragma unroll 4
    for (int g = thread; g < n / 8; g += threads) {
        float4 four = groups[2 * g];
        sum += 2.0f * ((four.x + four.y) + (four.z + four.w));
    }
    if (thread < n % 4)
        sum += in[n / 4 * 4 + thread];
