// expect: correctness, hazards
// Says that the tile is free, and reads it then.

// TODO(2)
            wait(FULL + s);
            if (k + 2 < n)
                signal(FREE + s);
            sum += tile[s][TILE - 1 - i];
