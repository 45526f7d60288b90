// expect: correctness
// One byte of distance: no float is aligned there.

// TODO(1)
    float2* tile_point = reinterpret_cast<float2*>(raw);
    float* tile_mass = reinterpret_cast<float*>(raw + blockDim.x * sizeof(float2) + 1);
