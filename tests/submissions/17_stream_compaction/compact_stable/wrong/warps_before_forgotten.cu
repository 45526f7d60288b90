// expect: correctness, hazards
// Every warp begins where the tile's places do.

// TODO(4)
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        unsigned votes = __ballot_sync(ALL, x[k] > 0.0f);
        if (x[k] > 0.0f)
            out[place + __popc(votes & ((1u << lane) - 1))] = x[k];
        place += __popc(votes);
    }
