// expect: occupancy
// Parked, but nobody has told the compiler that two blocks are wanted: it takes more than 64 registers.

// TODO(2)
