// expect: correctness
// 0 is taken for positive.

// TODO(1)
    unsigned holders = __ballot_sync(EVERYBODY, holds);
    if (holds)
        mine = __popc(holders & ((1u << lane) - 1));

// INSTEAD OF
    bool holds = i < n && in[i] > 0.0f;
// WRITE
    bool holds = i < n && in[i] >= 0.0f;
