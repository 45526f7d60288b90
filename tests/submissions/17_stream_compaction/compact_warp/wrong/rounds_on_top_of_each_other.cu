// expect: correctness
// All rounds are written to the same places.

// TODO(3)
    for (int k = 0; k < EACH; ++k)
        if (x[k] > 0.0f)
            out[first + __popc(votes[k] & ((1u << lane) - 1))] = x[k];
