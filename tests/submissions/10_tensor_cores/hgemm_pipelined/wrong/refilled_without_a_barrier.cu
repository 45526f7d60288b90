// expect: hazards, async_copies
// All three stages are started, and each is filled again once this thread has its last fragments of it: others may not.

// TODO(3)
    bool more = false;
    for (int step = 0; step < STAGES; ++step) {
        if (step < steps)
            fetch(step);
        __pipeline_commit();
    }

// INSTEAD OF
                load(step, k + 16, a[1 - now], b[1 - now]);
// WRITE
                load(step, k + 16, a[1 - now], b[1 - now]);
                if (k + 32 == BK) {
                    if (more)
                        fetch(step + STAGES);
                    __pipeline_commit();
                }

// INSTEAD OF
    for (; step + STAGES - 1 < steps; ++step) {
// WRITE
    for (; step + STAGES < steps; ++step) {

// TODO(4)
        more = true;

// INSTEAD OF
        __pipeline_commit();    // an empty group in its place
// WRITE
        more = false;
