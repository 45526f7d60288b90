// expect: correctness
// The second element is the next one, which belongs to the neighbour.

// TODO(1)
    sum += i < n ? in[i] : 0.0f;
    sum += i + 1 < n ? in[i + 1] : 0.0f;
