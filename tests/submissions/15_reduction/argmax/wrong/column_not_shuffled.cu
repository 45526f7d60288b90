// expect: correctness
// The value travels, the column stays at home.

// TODO(2)
    for (int distance = 16; distance > 0; distance /= 2) {
        float value = __shfl_down_sync(ALL_LANES, best.value, distance);
        best = better(best, {value, best.column});
    }
