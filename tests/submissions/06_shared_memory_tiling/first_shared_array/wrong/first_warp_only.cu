// expect: correctness, hazards
// Half of the desk is filled.

// TODO(1)
    if (t < 32)
        desk[t] = in[i];

// TODO(2)
    out[i] = desk[SIZE - 1 - t];
