// expect: correctness
// A lane begins at its number in the group: each has two columns.

// TODO(1)
            int row = group + r % 2 * 8;
            int col = within + h + r / 2 * 8;
