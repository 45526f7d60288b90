// expect: correctness, hazards
// Two extern arrays are two names for one address.

// TODO(1)
    extern __shared__ float2 tile_point[];
    extern __shared__ float tile_mass[];
