// expect: hazards
// Changes once, after the first round, and never again.

// TODO(1)
        int which = k == 0 ? 0 : 1;
