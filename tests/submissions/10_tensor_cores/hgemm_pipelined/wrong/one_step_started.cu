// expect: correctness, hazards
// Only the first step is started before the loop: the second is never fetched.

// TODO(3)
    for (int step = 0; step < STAGES - 2; ++step) {
        if (step < steps)
            fetch(step);
        __pipeline_commit();
    }
