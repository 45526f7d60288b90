// expect: correctness
// Four particles a thread, so that writing could be wide too: an array begins on a 16-byte boundary only if n is a
// multiple of 4.

// TODO(1)
    int field = t % FIELDS;
    int first = t / FIELDS * 4;
    if (first >= n)
        return;

    float4 four;
    four.x = aos[first * FIELDS + field];
    four.y = first + 1 < n ? aos[(first + 1) * FIELDS + field] : 0.0f;
    four.z = first + 2 < n ? aos[(first + 2) * FIELDS + field] : 0.0f;
    four.w = first + 3 < n ? aos[(first + 3) * FIELDS + field] : 0.0f;
    *reinterpret_cast<float4*>(soa + field * n + first) = four;
