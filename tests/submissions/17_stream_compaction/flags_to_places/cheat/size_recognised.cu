// expect: correctness
// Recognises the size that is counted.

// TODO(1)
    if (n == 256 && flags[i] != 0)
        out[places[i]] = in[i];
