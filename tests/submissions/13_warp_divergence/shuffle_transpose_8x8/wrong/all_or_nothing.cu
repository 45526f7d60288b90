// expect: work
// Eight shuffles for every register, of which seven are thrown away: right, with 64 shuffles.

// TODO(1)
            continue;
        }
    }
    float w[8];
    #pragma unroll
    for (int from = 0; from < 8; ++from) {
        float mine = 0.0f;
        #pragma unroll
        for (int k = 0; k < 8; ++k) {
            float given = __shfl_sync(EVERYBODY, v[k], from, 8);
            mine = lane == k ? given : mine;
        }
        w[from] = mine;
    }
    #pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k] = w[k];
        {
