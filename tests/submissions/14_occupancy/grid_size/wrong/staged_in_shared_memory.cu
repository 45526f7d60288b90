// expect: occupancy
// A tile of 40 KB that nobody needs: five blocks fit for eight, and the last 396 of 1,056 are a wave of their own.

// TODO(2)
    __shared__ float tile[40 * 256];
    float sum = 0.0f;
    for (int i = begin + threadIdx.x; i < end; i += THREADS) {
        tile[i - begin & 8191] = in[i];
        sum += tile[i - begin & 8191];
    }
