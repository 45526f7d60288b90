// expect: correctness
// Shifts by the number of the thread in its block: right in the first warp alone.

// TODO(1)
    unsigned holders = __ballot_sync(EVERYBODY, holds);
    if (holds)
        mine = __popc(holders & ((1u << threadIdx.x) - 1));
