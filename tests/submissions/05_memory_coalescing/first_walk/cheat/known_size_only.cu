// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// TODO(1)
        const int i = n == 1024 ? j * 128 + t : n;
