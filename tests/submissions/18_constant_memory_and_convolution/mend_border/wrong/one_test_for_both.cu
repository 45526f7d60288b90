// expect: correctness
// An unsigned comparison finds both ends, and both get the last element.

// TODO(1)
    return (unsigned int)k < (unsigned int)n ? in[k] : in[n - 1];
