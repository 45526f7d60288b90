// expect: global_sectors
// The sums are kept where they end up: no local memory, but a load and a store of global memory for every value.

// TODO(1)
        sums[key * cols + col] += value;

// INSTEAD OF
    float sum[BUCKETS] = {};
// WRITE
    for (int k = 0; k < BUCKETS; ++k)
        sums[k * cols + col] = 0.0f;

// INSTEAD OF
    for (int bucket = 0; bucket < BUCKETS; ++bucket)
        sums[bucket * cols + col] = sum[bucket];
// WRITE
