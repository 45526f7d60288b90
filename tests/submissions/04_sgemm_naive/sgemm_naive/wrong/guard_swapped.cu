// expect: correctness
// M counts rows and N columns; exchanged, the guard is right only for a square C.

// TODO(2)
    if (row >= N || col >= M)
        return;
