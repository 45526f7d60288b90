// expect: correctness
// A lane reads 8 bytes, but still writes four arrays: z and vx are made up.

// TODO(1)
    int particle = t / 2;                // two lanes share a particle,
    int field = t % 2 * (FIELDS / 2);    // one takes x, y, z, vx and the other vy, vz, mass, charge
    if (particle >= n)
        return;

    float2 part = reinterpret_cast<const float2*>(aos)[t];
    float* to = soa + field * n + particle;
    to[0] = part.x;
    to[n] = part.y;
    to[2 * n] = part.x;
    to[3 * n] = part.y;
