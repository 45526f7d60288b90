// expect: correctness
// Counts the lanes above: equal digits are in the reverse order within a warp.

// TODO(1)
    unsigned same = __match_any_sync(ALL, digit);
    rank = __popc(same & ~((2u << lane) - 1));
    if (exists && rank == 0)
        counts[warp][digit] = __popc(same);
