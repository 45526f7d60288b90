// expect: resources
// Caps the registers by hand at half of what two blocks have: spills.

// TODO(1)
__maxnreg__(32)
