// expect: correctness
// The values pass through a short: their fractions are lost.

// TODO(1)
    desk[t] = (short)in[i];

// TODO(2)
    out[i] = desk[SIZE - 1 - t];
