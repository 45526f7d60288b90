// expect: shared_wavefronts
// Rows as they were, columns counted by another bit first: neighbours still differ.

// TODO(1)
    int row = lane / 8 * 4;
    int col = (lane / 4 % 2 + lane % 4 * 2) * 4;
