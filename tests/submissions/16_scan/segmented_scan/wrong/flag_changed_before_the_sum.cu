// expect: correctness
// The flag is joined first, and the sum is then joined with the new one.

// TODO(2)
    for (int distance = 1; distance < 32; distance *= 2) {
        int begun = __shfl_up_sync(ALL_LANES, part.begun, distance);
        int sum = __shfl_up_sync(ALL_LANES, part.sum, distance);
        if (lane >= distance) {
            part.begun |= begun;
            part.sum = part.begun ? part.sum : part.sum + sum;
        }
    }
