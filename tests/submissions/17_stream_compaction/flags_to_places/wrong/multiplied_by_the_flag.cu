// expect: correctness, hazards
// Without a branch: the dropped ones become zeros, and still overwrite their successors.

// TODO(1)
    if (i < n)
        out[places[i]] = in[i] * flags[i];
