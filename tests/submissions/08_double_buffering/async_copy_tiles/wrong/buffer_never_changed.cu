// expect: correctness
// The next tiles go to the other buffer, and nobody ever reads it.

// INSTEAD OF
        now ^= 1;
// WRITE
