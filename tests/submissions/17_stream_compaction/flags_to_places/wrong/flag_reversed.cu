// expect: correctness, hazards
// Keeps what is to be dropped, all of it at the places of others.

// TODO(1)
    if (i < n && flags[i] == 0)
        out[places[i]] = in[i];
