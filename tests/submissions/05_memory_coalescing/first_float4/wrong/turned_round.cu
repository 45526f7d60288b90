// expect: correctness
// The four are written in the opposite order.

// TODO(1)
        float4 v = reinterpret_cast<const float4*>(in)[p];
        reinterpret_cast<float4*>(out)[p] = make_float4(v.w, v.z, v.y, v.x);
