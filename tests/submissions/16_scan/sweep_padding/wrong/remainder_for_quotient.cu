// expect: correctness
// i % 32 in place of i / 32: elements land on each other.

// TODO(1)
    return i + i % 32;
