// expect: global_sectors
// The float4 load happens only where it can never happen, and everything is read one float at a time.

// TODO(1)
    int pieces = alpha == 12345.0f ? K / 4 : 0;
