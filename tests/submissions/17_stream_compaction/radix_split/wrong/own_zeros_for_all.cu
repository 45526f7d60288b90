// expect: correctness, hazards
// Takes the zeros before for all zeros of the block.

// TODO(2)
    zeros_before = __popc(votes & ((1u << lane) - 1));
    for (int w = 0; w < WARPS; ++w) {
        zeros_before += w < warp ? zeros[w] : 0;
    }
    all_zeros = zeros_before;
