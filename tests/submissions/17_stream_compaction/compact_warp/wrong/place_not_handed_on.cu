// expect: correctness, hazards
// Only lane 0 knows where the room begins; all others begin at 0.

// TODO(2)
    if (lane == 0)
        first = atomicAdd(count, kept);
