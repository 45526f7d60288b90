// expect: correctness
// Quotient and remainder exchanged.

// TODO(2)
        warp[i] = thread % WARP_SIZE;
        lane[i] = thread / WARP_SIZE;
