// expect: resources
// Static arrays, as long as the largest block: right, but the piece that the launch gives lies idle.

// TODO(1)
    __shared__ float2 tile_point[64];
    __shared__ float tile_mass[64];
