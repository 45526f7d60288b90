// expect: correctness
// The pointer is moved by p floats before it is cast: piece 1 would begin at byte 4.

// TODO(1)
        *reinterpret_cast<float4*>(out + p) = *reinterpret_cast<const float4*>(in + p);
