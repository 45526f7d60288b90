// expect: correctness
// The sums are cleared for every tile: only the last eight k are left.

// INSTEAD OF
    float sum[TM][TN] = {};
// WRITE
    float sum[TM][TN];

// INSTEAD OF
        float4 of_a = load4(from_a + k0, row < M ? K - k0 - a_col : 0);
// WRITE
#pragma unroll
        for (int i = 0; i < TM * TN; ++i)
            sum[i / TN][i % TN] = 0.0f;
        float4 of_a = load4(from_a + k0, row < M ? K - k0 - a_col : 0);
