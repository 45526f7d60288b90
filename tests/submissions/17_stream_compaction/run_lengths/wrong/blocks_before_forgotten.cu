// expect: correctness, hazards
// Every block begins with run 0.

// TODO(2)
    run = 0;
    for (int w = 0; w < warp; ++w)
        run += heads[w];
    run += __popc(votes & ((1u << lane) - 1));
    if (head) {
        values[run] = in[i];
        starts[run] = i;
    }
