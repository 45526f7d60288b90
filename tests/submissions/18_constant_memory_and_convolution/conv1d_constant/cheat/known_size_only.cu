// expect: correctness
// Works for the size that is counted, and for no other.

// TODO(2)
    if (n == 1024) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += filter[k] * tile[threadIdx.x + k];
        out[i] = sum;
    }
