// expect: correctness
// All lanes that are done take the same start.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            if (i < end)
                steps[i] = count;
            i = next;
            v = first + i;
            count = 0;
        }
        next += __popc(done);
