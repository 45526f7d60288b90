// expect: correctness
// Parks whatever stands behind the row, and beyond the matrix.

// TODO(3)
    __shared__ float parked[PARKED][THREADS];
    for (int k = 0; k < PARKED; ++k) {
        parked[k][t] = from[t + (KEPT + k) * THREADS];
        best = fmaxf(best, parked[k][t]);
    }
