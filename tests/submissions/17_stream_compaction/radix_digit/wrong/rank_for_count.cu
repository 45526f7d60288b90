// expect: correctness, hazards
// The highest lane leaves its rank, which is one less than the size of the group.

// TODO(1)
    unsigned same = __match_any_sync(ALL, digit);
    rank = __popc(same & ((1u << lane) - 1));
    if (exists && same >> lane == 1)
        counts[warp][digit] = rank;
