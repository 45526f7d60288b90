// expect: correctness
// Marks the starts in the input.

// TODO(2)
    for (int w = 0; w < warp; ++w)
        run += heads[w];
    run += __popc(votes & ((1u << lane) - 1));
    if (head) {
        values[run] = in[i];
        starts[run] = i;
        const_cast<int*>(in)[i] = -1;
    }
