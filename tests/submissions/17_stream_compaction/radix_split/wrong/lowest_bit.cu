// expect: correctness
// Looks at bit 0, whatever `bit` says.

// TODO(1)
    is_zero = exists && (key & 1) == 0;
    votes = __ballot_sync(ALL, is_zero);
    if (lane == 0)
        zeros[warp] = __popc(votes);
