// expect: global_sectors
// Lane 0 copies for its whole warp while 31 lanes wait: 32 requests where one would do, a sector each.

// TODO(1)
    int lane = threadIdx.x % 32;
    for (int i = first; i - lane < n; i += stride)
        if (lane == 0)
            for (int k = i; k < i + 32 && k < n; ++k)
                out[k] = in[k];
