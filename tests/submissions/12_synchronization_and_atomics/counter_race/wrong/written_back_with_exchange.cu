// expect: correctness, hazards
// Only the writing is atomic.

// TODO(1)
        atomicExch(count, count[0] + 1);
