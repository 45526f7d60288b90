// expect: correctness, hazards
// All lanes write to y[row], and only lane 0 has the whole sum.

// INSTEAD OF
    if (lane == 0)
// WRITE
