// expect: correctness
// After the cast the index counts pieces: 4 p is four times too far.

// TODO(1)
        reinterpret_cast<float4*>(out)[4 * p] = reinterpret_cast<const float4*>(in)[4 * p];
