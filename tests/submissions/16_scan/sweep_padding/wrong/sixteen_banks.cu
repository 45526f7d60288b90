// expect: correctness
// A gap behind every 16 words, as for GPUs of 2007, which had 16 banks: the array ends too early.

// TODO(1)
    return i + i / 16;
