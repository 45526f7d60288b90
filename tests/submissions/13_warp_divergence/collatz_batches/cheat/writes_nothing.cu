// expect: correctness
// Leaves at once.

// TODO(1)
        return;
