// expect: correctness
// Only the lanes that are done move `next` on: it is no longer the same in all of them.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            if (i < end)
                steps[i] = count;
            i = next + __popc(done & below);
            v = first + i;
            count = 0;
            next += __popc(done);
        }
