// expect: correctness
// Pieces are counted from 0.

// TODO(1)
        reinterpret_cast<float4*>(out)[p + 1] = reinterpret_cast<const float4*>(in)[p + 1];
