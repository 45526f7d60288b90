// expect: global_sectors
// What finds no room is read from global memory a second time.

// TODO(1)
constexpr int PARKED = 40;

// TODO(3)
    for (int k = 0; k < PARKED; ++k) {
        int col = t + (KEPT + k) * THREADS;
        if (col < cols)
            best = fmaxf(best, from[col]);
    }

// TODO(4)
    for (int k = 0; k < PARKED; ++k) {
        int col = t + (KEPT + k) * THREADS;
        if (col < cols)
            to[col] = from[col] - best;
    }
