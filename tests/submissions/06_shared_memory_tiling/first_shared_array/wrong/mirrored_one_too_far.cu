// expect: correctness
// SIZE - t instead of SIZE - 1 - t: thread 0 reads behind the array.

// TODO(1)
    desk[t] = in[i];

// TODO(2)
    out[i] = desk[SIZE - t];
