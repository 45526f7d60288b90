// expect: correctness, hazards
// Only lanes that keep their element move on.

// TODO(4)
    for (int k = 0; k < EACH; ++k)
        if (x[k] > 0.0f) {
            out[place + __popc(votes[k] & ((1u << lane) - 1))] = x[k];
            place += __popc(votes[k]);
        }
