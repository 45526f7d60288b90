// expect: correctness
// The index of a column-major table: right only where it is square.

// INSTEAD OF
        int key = keys[row * cols + col];
        float value = values[row * cols + col];
// WRITE
        int key = keys[col * rows + row];
        float value = values[col * rows + row];
