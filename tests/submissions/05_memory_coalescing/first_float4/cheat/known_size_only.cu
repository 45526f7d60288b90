// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// TODO(1)
        if (n == 1024)
            reinterpret_cast<float4*>(out)[p] = reinterpret_cast<const float4*>(in)[p];
