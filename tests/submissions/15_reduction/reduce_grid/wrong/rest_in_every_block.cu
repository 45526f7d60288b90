// expect: correctness
// Every block adds what is left behind the last whole group.

// TODO(1)
    const float4* groups = reinterpret_cast<const float4*>(in);
#pragma unroll 4
    for (int g = thread; g < n / 4; g += threads) {
        float4 four = groups[g];
        sum += (four.x + four.y) + (four.z + four.w);
    }
    if (threadIdx.x < n % 4)
        sum += in[n / 4 * 4 + threadIdx.x];
