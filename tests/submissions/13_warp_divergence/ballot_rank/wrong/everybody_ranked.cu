// expect: correctness
// Lanes that do not hold get a rank, too.

// TODO(1)
    unsigned holders = __ballot_sync(EVERYBODY, holds);
    mine = __popc(holders & ((1u << lane) - 1));
