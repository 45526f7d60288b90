// expect: correctness
// The desk belongs to the block: it has no place i beyond 63.

// TODO(1)
    desk[i] = in[i];

// TODO(2)
    out[i] = desk[SIZE - 1 - t];
