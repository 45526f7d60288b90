// expect: correctness
// Every block loads the first segment: t is no global index.

// TODO(1)
    desk[t] = in[t];

// TODO(2)
    out[i] = desk[SIZE - 1 - t];
