// expect: correctness
// Declares a second variable: the one outside stays 0.

// TODO(1)
        if (row + 1 < rows) {
            float ahead = in[(row + 1) * cols + col];
            asm volatile("" :: "f"(ahead));
        }
