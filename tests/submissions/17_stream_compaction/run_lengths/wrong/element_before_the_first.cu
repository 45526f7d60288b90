// expect: correctness
// Compares element 0 with what lies in front of the array.

// TODO(1)
    head = i < n && in[i] != in[i - 1];
