// expect: correctness, hazards
// Takes the size of the group for the rank.

// TODO(1)
    unsigned same = __match_any_sync(ALL, digit);
    rank = __popc(same);
    if (exists)
        counts[warp][digit] = __popc(same);
