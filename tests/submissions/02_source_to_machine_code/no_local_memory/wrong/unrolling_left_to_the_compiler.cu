// expect: resources
// The right loop without #pragma unroll: where k == key the compiler replaces sum[k] by sum[key], and only then
// unrolls.

// TODO(1)
        for (int k = 0; k < BUCKETS; ++k)
            if (k == key)
                sum[k] += value;
