// expect: correctness
// C stays as it was.

// INSTEAD OF
            if (c_row < rows)
// WRITE
            if (c_row < 0)
