// expect: correctness
// Returns the inclusive scan.

// TODO(2)
    return inclusive;
