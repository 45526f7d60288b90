// expect: correctness
// Module 08's rule as it was, for 2 x 16 lanes: it leaves this tile on the right.

// TODO(1)
    int row = lane % 2 * 4;
    int col = lane / 2 % 16 * 4;
