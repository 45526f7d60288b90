// expect: hazards
// Always the same buffer: the second one is never used.

// TODO(1)
        int free_buffer = 0;
