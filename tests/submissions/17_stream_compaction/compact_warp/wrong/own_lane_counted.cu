// expect: correctness
// The mask has the own lane, too: every place is one further.

// TODO(3)
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[first + __popc(votes[k] & ((2u << lane) - 1))] = x[k];
        first += __popc(votes[k]);
    }
