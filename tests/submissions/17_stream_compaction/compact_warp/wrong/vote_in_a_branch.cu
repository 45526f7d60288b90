// expect: correctness, hazards
// Only lanes that keep something come to the vote, whose mask names all.

// TODO(1)
    for (int k = 0; k < EACH; ++k) {
        votes[k] = 0;
        if (x[k] > 0.0f)
            votes[k] = __ballot_sync(ALL, true);
        kept += __popc(votes[k]);
    }
