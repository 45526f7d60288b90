// expect: correctness
// Where the point was, not where it is after a step.

// TODO(1)
        out[i] = soa[X * n + i];
