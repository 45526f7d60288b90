// expect: global_sectors
// One thread reads both halves of its particle: each of the two loads leaves a gap of 16 bytes between lanes.

// TODO(1)
    if (t >= n)
        return;

    float4 place = reinterpret_cast<const float4*>(aos)[2 * t];
    float4 rest = reinterpret_cast<const float4*>(aos)[2 * t + 1];
    soa[t] = place.x;
    soa[n + t] = place.y;
    soa[2 * n + t] = place.z;
    soa[3 * n + t] = place.w;
    soa[4 * n + t] = rest.x;
    soa[5 * n + t] = rest.y;
    soa[6 * n + t] = rest.z;
    soa[7 * n + t] = rest.w;
