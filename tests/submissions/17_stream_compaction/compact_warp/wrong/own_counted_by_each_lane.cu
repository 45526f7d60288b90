// expect: correctness, hazards
// Counts what the lane keeps, not the warp.

// TODO(1)
    for (int k = 0; k < EACH; ++k) {
        votes[k] = __ballot_sync(ALL, x[k] > 0.0f);
        kept += x[k] > 0.0f;
    }
