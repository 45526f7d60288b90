// expect: correctness
// Where the second element is missing, the first is dropped.

// TODO(1)
    if (i + BLOCK < n)
        sum += in[i] + in[i + BLOCK];
