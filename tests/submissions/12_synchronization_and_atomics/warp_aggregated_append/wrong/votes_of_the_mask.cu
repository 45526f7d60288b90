// expect: correctness, hazards
// Counts the bits of the mask where it should count those of the vote.

// TODO(2)
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[first + __popc((1u << lane) - 1)] = x[k];
        first += __popc(votes[k]);
    }
