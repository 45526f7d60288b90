// expect: correctness
// All lanes take room for the whole warp, and the list grows 32 times as long.

// TODO(1)
    int kept = 0;
    for (int k = 0; k < EACH; ++k)
        kept += __popc(votes[k]);
    first = atomicAdd(count, kept);
    first = __shfl_sync(ALL, first, 0);
