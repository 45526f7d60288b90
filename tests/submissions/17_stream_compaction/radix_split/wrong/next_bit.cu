// expect: correctness
// Counts bits from 1: looks at the next higher one.

// TODO(1)
    is_zero = exists && (key >> (bit + 1) & 1) == 0;
    votes = __ballot_sync(ALL, is_zero);
    if (lane == 0)
        zeros[warp] = __popc(votes);
