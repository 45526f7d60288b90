// expect: correctness
// A float2 is two floats: half of the array is copied.

// TODO(1)
        reinterpret_cast<float2*>(out)[p] = reinterpret_cast<const float2*>(in)[p];
