// expect: correctness
// The last step is never started: its stage still holds the first one.

// TODO(4)
        if (step + STAGES < steps)
            fetch(step + STAGES - 1);
        __pipeline_commit();
