// expect: shared_wavefronts, global_sectors
// Every thread reads its nine elements from global memory.

// TODO(1)

// TODO(2)
    if (i < n) {
        float sum = 0.0f;
        for (int k = -RADIUS; k <= RADIUS; ++k)
            if (i + k >= 0 && i + k < n)
                sum += filter[k + RADIUS] * in[i + k];
        out[i] = sum;
    }
