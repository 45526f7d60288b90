// expect: correctness
// Leaves only when row and column are both outside: below and to the right of C threads go on.

// TODO(2)
    if (row >= M && col >= N)
        return;
