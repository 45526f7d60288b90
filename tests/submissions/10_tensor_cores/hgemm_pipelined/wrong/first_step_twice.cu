// expect: correctness, hazards
// The first step is fetched into its stage, and again in place of the second.

// TODO(3)
    for (int step = 0; step < STAGES - 1; ++step) {
        if (step < steps)
            fetch(0);
        __pipeline_commit();
    }
