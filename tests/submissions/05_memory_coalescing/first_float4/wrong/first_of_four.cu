// expect: correctness
// Only x is written: a quarter of the array.

// TODO(1)
        out[4 * p] = reinterpret_cast<const float4*>(in)[p].x;
