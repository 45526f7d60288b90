// expect: correctness
// Unrolled, but nobody looks at the key: every value goes into every sum.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < BUCKETS; ++k)
            sum[k] += value;
