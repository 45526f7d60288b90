// expect: global_sectors
// Loads the value in this round and once more in the next: the register saved nothing.

// TODO(1)
        if (row + 1 < rows) {
            ahead = in[(row + 1) * cols + col];
            here = *(const volatile float*)&in[row * cols + col];
        }
