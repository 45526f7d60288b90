// expect: correctness
// && instead of ||: a thread leaves only where row and column are both outside.

// INSTEAD OF
    if (row >= M || col >= N)
// WRITE
    if (row >= M && col >= N)
