// expect: correctness
// Reads behind the last element.

// TODO(1)
    head = i == 0 || in[i] != in[i - 1];
