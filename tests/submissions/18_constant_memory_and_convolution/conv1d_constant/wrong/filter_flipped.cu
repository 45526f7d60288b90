// expect: correctness
// The filter is reversed, as in mathematics.

// TODO(2)
    if (i < n) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += filter[2 * RADIUS - k] * tile[threadIdx.x + k];
        out[i] = sum;
    }
