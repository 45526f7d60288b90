// expect: correctness
// Takes the scan for an inclusive one: every place is one too low, and the first is in front of `out`.

// TODO(1)
    if (i < n && flags[i] != 0)
        out[places[i] - 1] = in[i];
