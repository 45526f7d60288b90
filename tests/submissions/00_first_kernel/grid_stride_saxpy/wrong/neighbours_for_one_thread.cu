// expect: global_sectors
// Each thread takes a run of neighbours: right, but the threads of a warp are then far apart in every round.

// TODO(2)
    int share = (n + threads - 1) / threads;

    for (int i = first * share; i < (first + 1) * share && i < n; ++i)
        y[i] = a * x[i] + y[i];
