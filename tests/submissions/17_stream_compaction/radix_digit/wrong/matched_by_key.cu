// expect: correctness, hazards
// Looks for equal keys, not for equal digits.

// TODO(1)
    unsigned same = __match_any_sync(ALL, key);
    rank = __popc(same & ((1u << lane) - 1));
    if (exists && rank == 0)
        counts[warp][digit] = __popc(same);
