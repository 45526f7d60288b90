// expect: correctness
// Takes soa for the array of structures and aos for the arrays.

// TODO(1)
    if (t >= n)
        return;

    for (int f = 0; f < FIELDS; ++f)
        soa[t * FIELDS + f] = aos[f * n + t];
