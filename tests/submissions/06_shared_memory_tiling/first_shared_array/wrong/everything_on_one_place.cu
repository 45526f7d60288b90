// expect: correctness, hazards
// All threads put their float on place 0.

// TODO(1)
    desk[0] = in[i];

// TODO(2)
    out[i] = desk[SIZE - 1 - t];
