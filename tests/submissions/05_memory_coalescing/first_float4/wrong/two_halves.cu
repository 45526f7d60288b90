// expect: global_sectors, machine_code
// Two loads of 8 bytes: each asks for the sectors of the whole piece.

// TODO(1)
        reinterpret_cast<float2*>(out)[2 * p] = reinterpret_cast<const float2*>(in)[2 * p];
        reinterpret_cast<float2*>(out)[2 * p + 1] = reinterpret_cast<const float2*>(in)[2 * p + 1];
