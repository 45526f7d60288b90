// expect: correctness
// Leaves its particles changed behind.

// TODO(1)
    int particle = t / 2;                // two lanes share a particle,
    int field = t % 2 * (FIELDS / 2);    // one takes x, y, z, vx and the other vy, vz, mass, charge
    if (particle >= n)
        return;

    float4 part = reinterpret_cast<const float4*>(aos)[t];
    float* to = soa + field * n + particle;
    const_cast<float*>(aos)[4 * t] = 0.0f;
    to[0] = part.x;
    to[n] = part.y;
    to[2 * n] = part.z;
    to[3 * n] = part.w;
