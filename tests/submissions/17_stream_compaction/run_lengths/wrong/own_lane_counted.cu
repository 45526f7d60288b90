// expect: correctness
// The mask has the own lane, too: every run is one further.

// TODO(2)
    for (int w = 0; w < warp; ++w)
        run += heads[w];
    run += __popc(votes & ((2u << lane) - 1));
    if (head) {
        values[run] = in[i];
        starts[run] = i;
    }
