// expect: correctness
// Begins at float p instead of float 4 p.

// TODO(1)
        reinterpret_cast<float4*>(out)[p] = make_float4(in[p], in[p + 1], in[p + 2], in[p + 3]);
