// expect: correctness
// The elements wait in the input, which is not the kernel's to change.

// TODO(3)
    for (int k = 0; k < PARKED; ++k) {
        int col = t + (KEPT + k) * THREADS;
        if (col < cols) {
            best = fmaxf(best, from[col]);
            const_cast<float*>(from)[col] = from[col] + 1.0f;
        }
    }

// TODO(4)
    for (int k = 0; k < PARKED; ++k) {
        int col = t + (KEPT + k) * THREADS;
        if (col < cols)
            to[col] = from[col] - 1.0f - best;
    }
