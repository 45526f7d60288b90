// expect: correctness
// One float is read and spread over all four columns.

// TODO(1)
        float one = tile[k][tx * 4];
        float4 b = {one, one, one, one};
