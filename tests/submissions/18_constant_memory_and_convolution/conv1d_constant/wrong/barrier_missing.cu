// expect: hazards
// Nobody waits for the neighbours' elements.

// TODO(1)
    for (int k = threadIdx.x; k < BLOCK + 2 * RADIUS; k += BLOCK) {
        int i = first + k;
        tile[k] = i >= 0 && i < n ? in[i] : 0.0f;
    }
