// expect: resources
// The loop that is asked for is there, over an array that nobody reads.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < BUCKETS; ++k)
            if (k == key)
                shown[k] += value;
        sum[key] += value;

// INSTEAD OF
    for (int row = 0; row < rows; ++row) {
// WRITE
    float shown[BUCKETS] = {};
    for (int row = 0; row < rows; ++row) {
