// expect: correctness, hazards
// Threads outside C leave, and the values that they should fetch for others are missing.

// INSTEAD OF
    float sum = 0.0f;
// WRITE
    if (row >= M || col >= N)
        return;

    float sum = 0.0f;
