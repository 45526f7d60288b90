// expect: shared_wavefronts, machine_code
// The fragment comes from B, and the tile was filled for nothing.

// TODO(1)
        float4 b = *reinterpret_cast<const float4*>(&B[k * N + col]);
