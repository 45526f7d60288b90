// expect: correctness, hazards
// Nobody has put anything on the desk.

// TODO(1)

// TODO(2)
    out[i] = desk[SIZE - 1 - t];
