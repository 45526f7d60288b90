// expect: correctness, hazards
// The column is shuffled by those lanes only whose neighbour is better.

// TODO(2)
    for (int distance = 16; distance > 0; distance /= 2) {
        float value = __shfl_down_sync(ALL_LANES, best.value, distance);
        if (value > best.value) {
            best.column = __shfl_down_sync(ALL_LANES, best.column, distance);
            best.value = value;
        }
    }
