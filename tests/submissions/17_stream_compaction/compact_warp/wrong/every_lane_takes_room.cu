// expect: correctness
// All lanes take room for the whole warp: 32 times as much as is needed.

// TODO(2)
    first = atomicAdd(count, kept);
    first = __shfl_sync(ALL, first, 0);
