// expect: correctness, hazards
// Only lanes that keep their element move on: the others are too early in the next round.

// TODO(2)
    for (int k = 0; k < EACH; ++k)
        if (x[k] > 0.0f) {
            out[first + __popc(votes[k] & ((1u << lane) - 1))] = x[k];
            first += __popc(votes[k]);
        }
