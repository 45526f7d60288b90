// expect: global_sectors
// Gives each thread a stretch of its own, as on a CPU: the lanes of a warp are then far apart, one sector each.

// TODO(1)
    int length = (n + stride - 1) / stride;
    for (int i = first * length; i < (first + 1) * length && i < n; ++i)
        out[i] = in[i];
