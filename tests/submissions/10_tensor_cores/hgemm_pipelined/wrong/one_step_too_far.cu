// expect: correctness, hazards
// Fetches the step STAGES ahead, into the stage that is being multiplied.

// TODO(4)
        fetch(step + STAGES);
        __pipeline_commit();
