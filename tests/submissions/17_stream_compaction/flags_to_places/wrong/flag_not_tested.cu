// expect: correctness, hazards
// Elements that are dropped go to the place of the next one that is kept.

// TODO(1)
    if (i < n)
        out[places[i]] = in[i];
