// expect: correctness
// The radius is off by one: the loop ends before the last weight.

// TODO(2)
    if (i < n) {
        float sum = 0.0f;
        for (int k = 0; k < 2 * RADIUS; ++k)
            sum += filter[k] * tile[threadIdx.x + k];
        out[i] = sum;
    }
