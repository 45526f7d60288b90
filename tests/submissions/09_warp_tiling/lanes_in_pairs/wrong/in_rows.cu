// expect: shared_wavefronts
// As it was: nobody shares a piece of B with a lane one or two away.

// TODO(1)
    int row = lane / 8 * 4;
    int col = lane % 8 * 4;
