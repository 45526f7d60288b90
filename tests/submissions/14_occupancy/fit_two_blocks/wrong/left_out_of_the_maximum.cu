// expect: correctness
// The parked elements do not count for the maximum.

// TODO(3)
    __shared__ float parked[PARKED][THREADS];
    for (int k = 0; k < PARKED; ++k) {
        int col = t + (KEPT + k) * THREADS;
        if (col < cols)
            parked[k][t] = from[col];
    }
