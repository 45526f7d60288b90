// expect: correctness
// No register reaches the rows from 8 on.

// TODO(1)
            int row = group;
            int col = within * 2 + h + r / 2 * 8;
