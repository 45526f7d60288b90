// expect: correctness
// Takes the number of the bit for its mask.

// TODO(1)
    is_zero = exists && (key & bit) == 0;
    votes = __ballot_sync(ALL, is_zero);
    if (lane == 0)
        zeros[warp] = __popc(votes);
