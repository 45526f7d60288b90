// expect: correctness
// From the end, in runs, and without a guard in front.

// TODO(1)
        const int i = n - 1 - (t * EACH + j);
