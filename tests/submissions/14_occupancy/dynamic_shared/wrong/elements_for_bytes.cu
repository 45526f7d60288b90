// expect: correctness, hazards
// The offset counts elements, but raw counts bytes: the masses lie within the points, and odd ones are misaligned.

// TODO(1)
    float2* tile_point = reinterpret_cast<float2*>(raw);
    float* tile_mass = reinterpret_cast<float*>(raw + blockDim.x / 4 * 4);
