// expect: shared_wavefronts
// The padding adds rows; the distance between two rows, which decides the banks, stays.

// INSTEAD OF
    __shared__ float tall[32][32 + PAD_TALL];
// WRITE
    __shared__ float tall[32 + PAD_TALL][32];

// INSTEAD OF
    __shared__ float square[16][16 + PAD_SQUARE];
// WRITE
    __shared__ float square[16 + PAD_SQUARE][16];
