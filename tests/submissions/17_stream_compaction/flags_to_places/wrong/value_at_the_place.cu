// expect: correctness
// Reads at the place, too, where it should read at i.

// TODO(1)
    if (i < n && flags[i] != 0)
        out[places[i]] = in[places[i]];
