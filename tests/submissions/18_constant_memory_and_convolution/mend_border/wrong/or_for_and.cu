// expect: correctness
// Every number is at least 0 or below n.

// TODO(1)
    return k >= 0 || k < n ? in[k] : in[0];
