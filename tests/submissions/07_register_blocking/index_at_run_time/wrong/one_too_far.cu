// expect: correctness
// Counted from one: the last index lies outside.

// TODO(1)
            int m = i + 1;
