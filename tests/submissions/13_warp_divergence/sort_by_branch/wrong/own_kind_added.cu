// expect: correctness
// Places are behind the elements of the own kind, too: beyond the array for the last ones.

// TODO(2)
    for (int k = 0; k <= kind; ++k)
        place += count[k];
