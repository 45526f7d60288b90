// expect: global_sectors
// Each thread looks for the element that belongs to its place: right, and every thread reads all flags.

// TODO(1)
    for (int k = 0; k < n; ++k)
        if (flags[k] != 0 && places[k] == i)
            out[i] = in[k];
