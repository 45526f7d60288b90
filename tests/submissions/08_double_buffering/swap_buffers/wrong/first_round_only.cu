// expect: hazards
// Changes once, after the first round, and never again.

// TODO(1)
        int free_buffer = k == 0 ? 0 : 1;
