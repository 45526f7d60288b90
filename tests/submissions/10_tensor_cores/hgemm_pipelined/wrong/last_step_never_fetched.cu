// expect: correctness, hazards
// The last step is never started.

// TODO(4)
        if (step + STAGES < steps)
            fetch(step + STAGES - 1);
        __pipeline_commit();
