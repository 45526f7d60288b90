// expect: correctness, hazards
// The mask has the own lane, too: no lane has rank 0, and nobody leaves a count.

// TODO(1)
    unsigned same = __match_any_sync(ALL, digit);
    rank = __popc(same & ((2u << lane) - 1));
    if (exists && rank == 0)
        counts[warp][digit] = __popc(same);
