// expect: correctness, hazards
// The first thread of each block begins a run in any case.

// TODO(1)
    head = i < n && (tid == 0 || in[i] != in[i - 1]);
