// expect: correctness, hazards
// The first lane of each warp begins a run in any case.

// TODO(1)
    head = i < n && (lane == 0 || in[i] != in[i - 1]);
