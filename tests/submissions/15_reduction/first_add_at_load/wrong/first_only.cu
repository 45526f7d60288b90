// expect: correctness
// Adds the first of the two elements alone.

// TODO(1)
    sum += i < n ? in[i] : 0.0f;
