// expect: global_sectors, machine_code
// Four narrow loads, and a wide store.

// TODO(1)
        reinterpret_cast<float4*>(out)[p] = make_float4(in[4 * p], in[4 * p + 1], in[4 * p + 2], in[4 * p + 3]);
