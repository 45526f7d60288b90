// expect: correctness
// Counts threads without a key as zeros, and ones go too far back.

// TODO(1)
    is_zero = (key >> bit & 1) == 0;
    votes = __ballot_sync(ALL, is_zero);
    if (lane == 0)
        zeros[warp] = __popc(votes);
