// expect: correctness, hazards
// = instead of +=: takes room for the last round only.

// TODO(1)
    for (int k = 0; k < EACH; ++k) {
        votes[k] = __ballot_sync(ALL, x[k] > 0.0f);
        kept = __popc(votes[k]);
    }
