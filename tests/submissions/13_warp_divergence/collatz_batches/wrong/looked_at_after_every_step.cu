// expect: work
// A vote and a look after each single step: lanes are hardly idle, and half of the instructions are looks.

// TODO(1)
        unsigned done = __ballot_sync(EVERYBODY, v == 1);
        if (v == 1) {
            if (i < end)
                steps[i] = count;
            i = next + __popc(done & below);
            v = first + i;
            count = 0;
        }
        next += __popc(done);

// INSTEAD OF
constexpr int AT_ONCE = 16;    // steps between two looks at who is done
// WRITE
constexpr int AT_ONCE = 1;
