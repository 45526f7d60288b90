// expect: correctness, hazards
// The mask has the own lane, too.

// TODO(2)
    zeros_before = __popc(votes & ((2u << lane) - 1));
    for (int w = 0; w < WARPS; ++w) {
        zeros_before += w < warp ? zeros[w] : 0;
        all_zeros += zeros[w];
    }
