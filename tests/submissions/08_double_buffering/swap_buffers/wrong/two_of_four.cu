// expect: hazards
// k & 2 changes every second round, as before.

// TODO(1)
        int which = (k & 2) >> 1;
