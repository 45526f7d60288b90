// expect: correctness
// Steps are started that do not exist: beyond the end of B.

// TODO(3)
    for (int step = 0; step < STAGES - 1; ++step) {
        fetch(step);
        __pipeline_commit();
    }
