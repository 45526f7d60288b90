// expect: hazards
// k & 2 changes every second round, as before.

// TODO(1)
        int free_buffer = (k & 2) >> 1;
