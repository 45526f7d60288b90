// expect: correctness, hazards
// Reads the count and writes it back: warps take the same room.

// TODO(2)
    if (lane == 0) {
        first = *count;
        *count = first + kept;
    }
    first = __shfl_sync(ALL, first, 0);
