// expect: work
// 31 steps, each of which hands on one sum: right, and six times as long.

// TODO(1)
    int own = value;
    for (int k = 1; k < 32; ++k) {
        int below = __shfl_up_sync(ALL_LANES, value, 1);
        if (lane == k)
            value = own + below;
    }
