// expect: global_sectors
// Right, but it reads all elements on the way.

// TODO(1)
    float found = in[0];
    for (int j = 1; j < n && j <= k; ++j)
        found = ((const volatile float*)in)[j];
    return found;
