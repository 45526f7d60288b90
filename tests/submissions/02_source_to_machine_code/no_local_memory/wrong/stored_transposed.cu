// expect: correctness
// The eight sums of a column are stored side by side, but sums has a row for each key.

// INSTEAD OF
        sums[bucket * cols + col] = sum[bucket];
// WRITE
        sums[col * BUCKETS + bucket] = sum[bucket];
