// expect: work
// A lane that is done waits until all of them are: lanes are in step, and idle.

// TODO(1)
        if (__all_sync(EVERYBODY, v == 1)) {
            if (i < end)
                steps[i] = count;
            i = next + lane;
            v = first + i;
            count = 0;
            next += 32;
        }
