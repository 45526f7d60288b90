// expect: correctness
// Threads behind the last element read flags that are not there.

// TODO(1)
    if (flags[i] != 0)
        out[places[i]] = in[i];
