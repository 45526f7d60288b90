// expect: correctness, hazards
// Every tile begins at place 0.

// TODO(4)
    place = 0;
    for (int w = 0; w < warp; ++w)
        place += kept[w];
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        unsigned votes = __ballot_sync(ALL, x[k] > 0.0f);
        if (x[k] > 0.0f)
            out[place + __popc(votes & ((1u << lane) - 1))] = x[k];
        place += __popc(votes);
    }
