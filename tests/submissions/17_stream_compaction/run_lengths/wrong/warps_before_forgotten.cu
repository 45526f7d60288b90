// expect: correctness, hazards
// Counts the own warp only.

// TODO(2)
    run += __popc(votes & ((1u << lane) - 1));
    if (head) {
        values[run] = in[i];
        starts[run] = i;
    }
