// expect: correctness, hazards
// Threads outside C leave at once, so their share of the tiles is never loaded.

// INSTEAD OF
    float sum = 0.0f;
// WRITE
    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
