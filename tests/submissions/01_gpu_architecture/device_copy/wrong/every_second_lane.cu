// expect: global_sectors
// Even elements first, then odd ones: each sector is fetched twice for half of its bytes.

// TODO(1)
    for (int i = 2 * first; i < n; i += 2 * stride)
        out[i] = in[i];
    for (int i = 2 * first + 1; i < n; i += 2 * stride)
        out[i] = in[i];
