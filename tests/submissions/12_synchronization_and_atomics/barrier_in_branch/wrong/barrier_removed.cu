// expect: correctness, hazards
// Without a barrier thread 32 may read what thread 31, of the other warp, has not stored yet.

// TODO(1)
    float before = 0.0f;
    if (t > 0)
        before = segment[t - 1];
