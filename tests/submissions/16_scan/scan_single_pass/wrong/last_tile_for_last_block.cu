// expect: correctness, hazards
// Takes the block of the last tile for the one that finishes last: others may still look back.

// TODO(5)
    if (threadIdx.x == 0)
        last = finishes;

// INSTEAD OF
    int next = drawn[1];
// WRITE
    int next = drawn[1];
    bool finishes = false;

// INSTEAD OF
        tile = next;
// WRITE
        finishes = tile == tiles - 1;
        tile = next;
