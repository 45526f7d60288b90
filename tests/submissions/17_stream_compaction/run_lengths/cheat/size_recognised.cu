// expect: correctness
// Recognises the size that is counted.

// TODO(1)
    head = i < n && n == 768 && (i == 0 || in[i] != in[i - 1]);
