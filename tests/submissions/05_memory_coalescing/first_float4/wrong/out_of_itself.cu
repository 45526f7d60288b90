// expect: correctness
// out is copied onto itself.

// TODO(1)
        reinterpret_cast<float4*>(out)[p] = reinterpret_cast<const float4*>(out)[p];
