// expect: correctness
// The condition is the wrong way round: ones come first.

// TODO(1)
    is_zero = exists && (key >> bit & 1) != 0;
    votes = __ballot_sync(ALL, is_zero);
    if (lane != 0)
        zeros[warp] = __popc(votes);
