// expect: correctness
// No guard: at the edge, threads read and write outside the matrices.

// INSTEAD OF
    if (row >= M || col >= N)
        return;
// WRITE
