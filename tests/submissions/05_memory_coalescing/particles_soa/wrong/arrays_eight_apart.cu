// expect: correctness, hazards
// The arrays are taken to begin eight floats after each other instead of n, so that they overlap.

// TODO(1)
    int particle = t / 2;                // two lanes share a particle,
    int field = t % 2 * (FIELDS / 2);    // one takes x, y, z, vx and the other vy, vz, mass, charge
    if (particle >= n)
        return;

    float4 part = reinterpret_cast<const float4*>(aos)[t];
    float* to = soa + field * n + particle;
    to[0] = part.x;
    to[FIELDS] = part.y;
    to[2 * FIELDS] = part.z;
    to[3 * FIELDS] = part.w;
