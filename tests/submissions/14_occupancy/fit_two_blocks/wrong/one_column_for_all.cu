// expect: correctness, hazards
// One place for each k: all threads of the block store to the same word.

// TODO(3)
    __shared__ float parked[PARKED];
    for (int k = 0; k < PARKED; ++k) {
        int col = t + (KEPT + k) * THREADS;
        if (col < cols) {
            parked[k] = from[col];
            best = fmaxf(best, parked[k]);
        }
    }

// TODO(4)
    for (int k = 0; k < PARKED; ++k) {
        int col = t + (KEPT + k) * THREADS;
        if (col < cols)
            to[col] = parked[k] - best;
    }
