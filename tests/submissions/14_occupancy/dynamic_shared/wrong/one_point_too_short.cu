// expect: correctness, hazards
// The masses begin at the last point.

// TODO(1)
    float2* tile_point = reinterpret_cast<float2*>(raw);
    float* tile_mass = reinterpret_cast<float*>(raw + (blockDim.x - 1) * sizeof(float2));
