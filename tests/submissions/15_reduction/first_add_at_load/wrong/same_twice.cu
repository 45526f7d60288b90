// expect: correctness
// The first element is added twice.

// TODO(1)
    sum += i < n ? in[i] : 0.0f;
    sum += i < n ? in[i] : 0.0f;
