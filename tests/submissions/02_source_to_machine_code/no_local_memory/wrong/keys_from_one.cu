// expect: correctness
// Keys are counted from 1 as people do: every sum is its neighbour's, and key 0 is lost.

// TODO(1)
        #pragma unroll
        for (int k = 0; k < BUCKETS; ++k)
            if (k + 1 == key)
                sum[k] += value;
