// expect: correctness
// With -fmad=false this is a multiplication and an addition, and each of them rounds.

// TODO(1)
    result = x * y + z;
