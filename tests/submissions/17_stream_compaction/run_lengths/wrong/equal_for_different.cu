// expect: correctness, hazards
// The condition is the wrong way round.

// TODO(1)
    head = i < n && (i == 0 || in[i] == in[i - 1]);
