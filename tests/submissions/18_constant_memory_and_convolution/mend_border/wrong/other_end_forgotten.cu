// expect: correctness
// Now the near end is minded, and the far one is not.

// TODO(1)
    return k >= 0 ? in[k] : in[0];
