// expect: correctness, hazards
// Counts the zeros of the own warp only.

// TODO(2)
    zeros_before = __popc(votes & ((1u << lane) - 1));
    for (int w = 0; w < WARPS; ++w) {
        all_zeros += zeros[w];
    }
