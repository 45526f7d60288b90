// expect: correctness
// A lane begins at its number in the group: each has two columns.

// TODO(3)
        int row = row0 + group + r / 2 * 8;
        int col = col0 + within + r % 2;
