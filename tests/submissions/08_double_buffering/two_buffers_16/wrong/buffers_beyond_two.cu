// expect: correctness
// Counts on instead of changing: there is no third buffer.

// TODO(2)
        now += 1;
