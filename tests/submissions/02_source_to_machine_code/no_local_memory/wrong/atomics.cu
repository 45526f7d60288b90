// expect: global_sectors
// Each value goes to global memory with an atomic, although no other thread ever touches this sum.

// TODO(1)
        atomicAdd(&sums[key * cols + col], value);

// INSTEAD OF
    float sum[BUCKETS] = {};
// WRITE
    for (int k = 0; k < BUCKETS; ++k)
        sums[k * cols + col] = 0.0f;

// INSTEAD OF
    for (int bucket = 0; bucket < BUCKETS; ++bucket)
        sums[bucket * cols + col] = sum[bucket];
// WRITE
