// expect: correctness
// C is stored by the map of A: registers 0 and 1 are neighbours in a row, not 8 rows apart.

// TODO(3)
        int row = row0 + group + r % 2 * 8;
        int col = col0 + within * 2 + r / 2;
