// expect: hazards
// No group where there is no step: with one step alone it is the latest, and nobody waits for it.

// TODO(3)
    for (int step = 0; step < STAGES - 1; ++step) {
        if (step < steps) {
            fetch(step);
            __pipeline_commit();
        }
    }
