// expect: correctness
// Leaves out the last field and saves an eighth of the sectors.

// TODO(1)
    int particle = t / 2;                // two lanes share a particle,
    int field = t % 2 * (FIELDS / 2);    // one takes x, y, z, vx and the other vy, vz, mass, charge
    if (particle >= n)
        return;

    float4 part = reinterpret_cast<const float4*>(aos)[t];
    float* to = soa + field * n + particle;
    to[0] = part.x;
    to[n] = part.y;
    to[2 * n] = part.z;
    if (field == 0)
        to[3 * n] = part.w;
