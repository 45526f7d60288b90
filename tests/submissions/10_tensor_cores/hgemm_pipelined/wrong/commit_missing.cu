// expect: hazards
// The copies of the loop belong to no group, and nobody waits for them.

// TODO(4)
        fetch(step + STAGES - 1);
