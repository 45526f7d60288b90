// expect: correctness
// The two halves of a register one below the other, as in a matrix that is stored by columns.

// TODO(1)
            int row = group * 2 % 16 + h;
            int col = within + r / 2 * 4 + r % 2 * 8;
