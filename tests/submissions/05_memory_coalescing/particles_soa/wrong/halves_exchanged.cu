// expect: correctness
// The even lane writes to the arrays of the second half.

// TODO(1)
    int particle = t / 2;                // two lanes share a particle,
    int field = (1 - t % 2) * (FIELDS / 2);    // one takes x, y, z, vx and the other vy, vz, mass, charge
    if (particle >= n)
        return;

    float4 part = reinterpret_cast<const float4*>(aos)[t];
    float* to = soa + field * n + particle;
    to[0] = part.x;
    to[n] = part.y;
    to[2 * n] = part.z;
    to[3 * n] = part.w;
