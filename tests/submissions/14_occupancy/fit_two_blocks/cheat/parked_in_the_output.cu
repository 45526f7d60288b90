// expect: global_sectors
// The elements wait where the result will be: in global memory, there and back.

// TODO(1)
constexpr int PARKED = 40;

// TODO(3)
    for (int k = 0; k < PARKED; ++k) {
        int col = t + (KEPT + k) * THREADS;
        if (col < cols) {
            to[col] = from[col];
            best = fmaxf(best, to[col]);
        }
    }

// TODO(4)
    for (int k = 0; k < PARKED; ++k) {
        int col = t + (KEPT + k) * THREADS;
        if (col < cols)
            to[col] -= best;
    }
