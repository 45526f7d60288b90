// expect: work
// `next` moves on by one, however many have taken a start: several lanes work on the same one.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            if (i < end)
                steps[i] = count;
            i = next + __popc(done & below);
            v = first + i;
            count = 0;
        }
        next += done != 0;
