// expect: correctness
// Leaves room for two float2 a thread: the masses end behind the bytes that the launch gives.

// TODO(1)
    float2* tile_point = reinterpret_cast<float2*>(raw);
    float* tile_mass = reinterpret_cast<float*>(raw + 2 * blockDim.x * sizeof(float2));
