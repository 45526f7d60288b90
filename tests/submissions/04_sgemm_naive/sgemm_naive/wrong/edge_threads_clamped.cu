// expect: hazards
// Threads beyond the edge are sent to the last row or column instead of home: several threads then update one
// element.

// TODO(2)
    row = min(row, M - 1);
    col = min(col, N - 1);
