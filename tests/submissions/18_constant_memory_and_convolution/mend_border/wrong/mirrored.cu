// expect: correctness
// The border is mirrored: element -1 becomes 1.

// TODO(1)
    return in[min(abs(k), n - 1)];
