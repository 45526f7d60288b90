// expect: resources
// Out of local memory and into shared memory: 4,096 bytes a block that other kernels or larger blocks would need.

// TODO(1)
        sum[key][threadIdx.x] += value;

// INSTEAD OF
    float sum[BUCKETS] = {};
// WRITE
    __shared__ float sum[BUCKETS][128];
    for (int k = 0; k < BUCKETS; ++k)
        sum[k][threadIdx.x] = 0.0f;

// INSTEAD OF
        sums[bucket * cols + col] = sum[bucket];
// WRITE
        sums[bucket * cols + col] = sum[bucket][threadIdx.x];
