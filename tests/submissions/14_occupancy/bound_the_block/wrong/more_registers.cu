// expect: occupancy
// A bound that is no bound: 128 registers are allowed, and one block fits.

// TODO(1)
__maxnreg__(128)
