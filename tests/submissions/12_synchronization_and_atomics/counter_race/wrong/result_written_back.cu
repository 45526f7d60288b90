// expect: correctness, hazards
// The atomic returns what was there before, and this is written over what it has made.

// TODO(1)
        count[0] = atomicAdd(count, 1);
