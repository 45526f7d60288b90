// expect: correctness
// Only the first sum grows.

// TODO(1)
            int m = 0;
