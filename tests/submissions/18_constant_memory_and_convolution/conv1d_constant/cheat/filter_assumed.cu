// expect: correctness
// A moving average, whatever the filter is.

// TODO(2)
    if (i < n) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += filter[4] * tile[threadIdx.x + k];
        out[i] = sum;
    }
