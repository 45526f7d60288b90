// expect: correctness, hazards
// Only the reading is atomic.

// TODO(1)
        count[0] = atomicAdd(count, 0) + 1;
