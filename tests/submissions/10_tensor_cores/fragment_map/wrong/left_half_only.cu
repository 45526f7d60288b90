// expect: correctness
// No register reaches the columns from 8 on.

// TODO(1)
            int row = group + r % 2 * 8;
            int col = within * 2 + h;
