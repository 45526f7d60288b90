// expect: correctness
// The mask has the lane's own bit, too.

// TODO(1)
    unsigned holders = __ballot_sync(EVERYBODY, holds);
    if (holds)
        mine = __popc(holders & ((2u << lane) - 1));
