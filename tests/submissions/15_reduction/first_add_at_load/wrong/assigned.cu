// expect: correctness
// = instead of +=: the second element replaces the first.

// TODO(1)
    sum += i < n ? in[i] : 0.0f;
    sum = i + BLOCK < n ? in[i + BLOCK] : 0.0f;
