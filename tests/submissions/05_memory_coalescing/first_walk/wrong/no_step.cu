// expect: correctness
// The next round begins one element further, not behind all threads.

// TODO(1)
        const int i = j + t;
