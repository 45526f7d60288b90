// expect: hazards
// The pairs begin one segment later, and are pairs still.

// TODO(1)
        int free_buffer = (k + 1) / 2 % 2;
