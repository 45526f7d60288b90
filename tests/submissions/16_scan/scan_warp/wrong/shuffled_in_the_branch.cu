// expect: correctness, hazards
// Only the lanes that add shuffle, with a mask that names all 32.

// TODO(1)
    for (int distance = 1; distance < 32; distance *= 2)
        if (lane >= distance)
            value += __shfl_up_sync(ALL_LANES, value, distance);
