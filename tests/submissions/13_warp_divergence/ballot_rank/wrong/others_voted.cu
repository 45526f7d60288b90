// expect: correctness
// The vote is the wrong way round.

// TODO(1)
    unsigned holders = __ballot_sync(EVERYBODY, !holds);
    if (!holds && i < n)
        mine = __popc(holders & ((1u << lane) - 1));
