// expect: correctness
// Votes with the full mask where only some lanes are; the others wait at a barrier, for ever.

// TODO(1)
    if (i < n) {
        unsigned holders = __ballot_sync(EVERYBODY, holds);
        if (holds)
            mine = __popc(holders & ((1u << lane) - 1));
    }
    __syncthreads();
