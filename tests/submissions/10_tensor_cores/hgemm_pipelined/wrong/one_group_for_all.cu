// expect: hazards
// The first steps in one group: it is the latest one, and nobody waits for it.

// TODO(3)
    for (int step = 0; step < STAGES - 1; ++step) {
        if (step < steps)
            fetch(step);
    }
    __pipeline_commit();
