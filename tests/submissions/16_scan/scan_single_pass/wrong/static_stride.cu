// expect: forward_progress
// The first tile by ticket, the next ones by gridDim.x: those before them may belong to blocks that have not begun.

// INSTEAD OF
        drawn[1] = draw(counters);
    }
// WRITE
        drawn[1] = drawn[0] + gridDim.x;
    }

// INSTEAD OF
                drawn[1] = draw(counters);
        }
// WRITE
                drawn[1] = next + gridDim.x;
        }
