// expect: correctness
// Starts are counted within the block.

// TODO(2)
    for (int w = 0; w < warp; ++w)
        run += heads[w];
    run += __popc(votes & ((1u << lane) - 1));
    if (head) {
        values[run] = in[i];
        starts[run] = tid;
    }
