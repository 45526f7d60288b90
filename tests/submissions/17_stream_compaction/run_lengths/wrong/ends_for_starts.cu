// expect: correctness, hazards
// Finds where runs end, not where they begin.

// TODO(1)
    head = i < n && (i == n - 1 || in[i] != in[i + 1]);
