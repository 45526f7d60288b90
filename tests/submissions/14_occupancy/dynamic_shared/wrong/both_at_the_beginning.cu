// expect: correctness, hazards
// Both arrays begin where the piece begins: extern shared arrays do not follow one another by themselves.

// TODO(1)
    float2* tile_point = reinterpret_cast<float2*>(raw);
    float* tile_mass = reinterpret_cast<float*>(raw);
