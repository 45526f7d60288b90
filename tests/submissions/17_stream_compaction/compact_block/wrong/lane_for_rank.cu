// expect: correctness, hazards
// Leaves gaps for lanes that keep nothing.

// TODO(4)
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[place + lane] = x[k];
        place += __popc(votes[k]);
    }
