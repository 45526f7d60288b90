// expect: correctness
// Rounds the number of float4 up: the last one reaches over the end.

// TODO(1)
    const float4* in4 = reinterpret_cast<const float4*>(in);
    float4* out4 = reinterpret_cast<float4*>(out);
    for (int i = first; i < (n + 3) / 4; i += stride)
        out4[i] = in4[i];
