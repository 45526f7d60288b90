// expect: correctness, hazards
// Leaves gaps for lanes that keep nothing, and writes into the room of others.

// TODO(2)
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[first + lane] = x[k];
        first += __popc(votes[k]);
    }
