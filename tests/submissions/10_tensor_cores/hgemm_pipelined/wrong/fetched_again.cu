// expect: correctness, hazards
// Fetches the next step once more, in place of the one after it.

// TODO(4)
        fetch(step + STAGES - 2);
        __pipeline_commit();
