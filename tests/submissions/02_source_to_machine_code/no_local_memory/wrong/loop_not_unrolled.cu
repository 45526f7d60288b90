// expect: resources
// The comparison is there, but unroll 1 keeps the loop a loop: k is a register that changes, so sum[k] needs an
// address after all.

// TODO(1)
        #pragma unroll 1
        for (int k = 0; k < BUCKETS; ++k)
            if (k == key)
                sum[k] += value;
