// expect: correctness
// Leaves out every second k: half of the sectors.

// INSTEAD OF
    for (int k = 0; k < K; ++k)
// WRITE
    for (int k = 0; k < K; k += 2)
