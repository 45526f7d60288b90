// expect: correctness, hazards
// Every block writes the first segment.

// TODO(1)
    desk[t] = in[i];

// TODO(2)
    out[t] = desk[SIZE - 1 - t];
