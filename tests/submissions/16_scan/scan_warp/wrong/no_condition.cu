// expect: correctness
// Adds what the shuffle returns in lanes that have nothing below: their own value, once more.

// TODO(1)
    for (int distance = 1; distance < 32; distance *= 2)
        value += __shfl_up_sync(ALL_LANES, value, distance);
