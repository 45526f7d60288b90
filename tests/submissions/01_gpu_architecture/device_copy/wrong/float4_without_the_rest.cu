// expect: correctness
// Copies four floats at a time and forgets the last n % 4.

// TODO(1)
    const float4* in4 = reinterpret_cast<const float4*>(in);
    float4* out4 = reinterpret_cast<float4*>(out);
    for (int i = first; i < n / 4; i += stride)
        out4[i] = in4[i];
