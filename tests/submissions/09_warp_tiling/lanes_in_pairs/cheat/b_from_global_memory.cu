// expect: shared_wavefronts
// B is read from global memory for every k: few wavefronts, and no tile of B.

// INSTEAD OF
            float4 b = *reinterpret_cast<const float4*>(&tile_b[k][col]);
// WRITE
            float4 b = *reinterpret_cast<const float4*>(&B[(k0 + k) * N + col]);
