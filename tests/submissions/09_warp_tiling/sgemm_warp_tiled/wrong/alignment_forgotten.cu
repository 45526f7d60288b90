// expect: correctness
// Loads 16 bytes from any row; one of A or of B may begin anywhere.

// INSTEAD OF
    if (whole && aligned) {    // up to its end, so that the compiler need not hold registers for both kinds of blocks
// WRITE
    if (whole) {
