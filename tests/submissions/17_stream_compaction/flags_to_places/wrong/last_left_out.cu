// expect: correctness
// Stops one element early.

// TODO(1)
    if (i < n - 1 && flags[i] != 0)
        out[places[i]] = in[i];
