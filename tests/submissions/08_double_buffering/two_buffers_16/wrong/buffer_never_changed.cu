// expect: hazards
// One buffer is used all the time: a fast warp stores where a slow one still reads.

// TODO(2)
        now ^= 0;
