// expect: correctness, hazards
// blockDim.x floats further is half of the points' way: the second half of the points shares its place with the masses.

// TODO(1)
    float2* tile_point = reinterpret_cast<float2*>(raw);
    float* tile_mass = reinterpret_cast<float*>(raw) + blockDim.x;
