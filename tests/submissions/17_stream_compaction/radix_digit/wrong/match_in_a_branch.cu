// expect: correctness
// Lanes without a key do not come to the match, whose mask names all.

// TODO(1)
    unsigned same = 0;
    if (exists) {
        same = __match_any_sync(ALL, digit);
        rank = __popc(same & ((1u << lane) - 1));
        if (rank == 0)
            counts[warp][digit] = __popc(same);
    }
