// expect: correctness
// Adds the own flag: an inclusive scan, whose places are one too high.

// TODO(1)
    if (i < n && flags[i] != 0)
        out[places[i] + flags[i]] = in[i];
