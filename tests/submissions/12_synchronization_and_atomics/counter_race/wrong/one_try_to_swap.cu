// expect: correctness
// Compares and swaps once: whoever was too late is not counted.

// TODO(1)
        int seen = *(volatile int*)count;
        atomicCAS(count, seen, seen + 1);
