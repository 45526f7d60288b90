// expect: correctness, hazards
// Takes the flag for the place.

// TODO(1)
    if (i < n && flags[i] != 0)
        out[flags[i]] = in[i];
