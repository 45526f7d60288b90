// expect: correctness
// The narrow type comes first: behind an odd number of floats no float2 can begin.

// TODO(1)
    float* tile_mass = reinterpret_cast<float*>(raw);
    float2* tile_point = reinterpret_cast<float2*>(raw + blockDim.x * sizeof(float));
