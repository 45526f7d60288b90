// expect: correctness, hazards
// Adds the zeros of the own warp to those before.

// TODO(2)
    zeros_before = __popc(votes & ((1u << lane) - 1));
    for (int w = 0; w < WARPS; ++w) {
        zeros_before += w <= warp ? zeros[w] : 0;
        all_zeros += zeros[w];
    }
