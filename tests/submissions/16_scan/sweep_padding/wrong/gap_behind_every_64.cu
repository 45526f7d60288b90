// expect: shared_excess, shared_wavefronts
// A gap behind every 64 words: words 32 apart still meet in one bank.

// TODO(1)
    return i + i / 64;
