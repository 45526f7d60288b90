// expect: hazards
// Warps may count before the counts are 0.

// TODO(1)
    if (t < KINDS)
        count[t] = 0;
    rank = atomicAdd(&count[kind], 1);
