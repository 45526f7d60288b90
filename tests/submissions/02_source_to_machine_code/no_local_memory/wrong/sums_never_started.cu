// expect: correctness
// The sums start from whatever the registers held.

// INSTEAD OF
    float sum[BUCKETS] = {};
// WRITE
    float sum[BUCKETS];
