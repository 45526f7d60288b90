// expect: correctness, hazards
// Leaves gaps for lanes that keep nothing.

// TODO(3)
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[first + lane] = x[k];
        first += __popc(votes[k]);
    }
