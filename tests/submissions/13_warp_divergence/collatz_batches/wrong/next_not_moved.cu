// expect: correctness
// `next` stays where it is: the same starts again and again, for ever.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            if (i < end)
                steps[i] = count;
            i = next + __popc(done & below);
            v = first + i;
            count = 0;
        }
