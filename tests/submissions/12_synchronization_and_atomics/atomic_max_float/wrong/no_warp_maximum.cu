// expect: atomics
// All 32 lanes of a warp go to global memory, each with its own number.

// TODO(2)
    atomic_max(out, largest);
