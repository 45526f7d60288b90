// expect: correctness
// Keeps zeros, and with them what lies behind the last element.

// TODO(1)
    for (int k = 0; k < EACH; ++k) {
        votes[k] = __ballot_sync(ALL, x[k] >= 0.0f);
        kept += __popc(votes[k]);
    }
