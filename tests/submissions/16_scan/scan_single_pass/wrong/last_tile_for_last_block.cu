// expect: hazards
// Takes the block of the last tile for the one that finishes last: others may still look back.

// TODO(4)
        if (lane == 0)
            last = tile == gridDim.x - 1;
