// expect: correctness
// The mirrored value is read and never written.

// TODO(1)
    desk[t] = in[i];

// TODO(2)
    float mirrored = desk[SIZE - 1 - t];
