// expect: correctness
// Takes a particle for its place and its speed: mass and charge shift every following one.

// TODO(1)
    if (t >= n)
        return;

    for (int f = 0; f < FIELDS; ++f)
        soa[f * n + t] = aos[t * 6 + f];
