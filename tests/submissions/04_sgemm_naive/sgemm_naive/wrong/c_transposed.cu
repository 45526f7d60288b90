// expect: correctness, hazards
// Writes element (row, col) to (col, row): right numbers, wrong places, and some of them outside C.

// TODO(4)
    float old = beta == 0.0f ? 0.0f : beta * C[col * ldc + row];
    C[col * ldc + row] = alpha * sum + old;
