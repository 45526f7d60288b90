// expect: correctness, hazards
// lane - 1 is no mask of the lanes below.

// TODO(3)
    for (int k = 0; k < EACH; ++k) {
        if (x[k] > 0.0f)
            out[first + __popc(votes[k] & (lane - 1))] = x[k];
        first += __popc(votes[k]);
    }
