// expect: correctness
// Counts every element, kept or not.

// TODO(1)
        count[0] = n;
