// expect: hazards
// Says that the tile is full, and fills it then.

// TODO(1)
            if (k >= 2)
                wait(FREE + s);
            signal(FULL + s);
            tile[s][lane] = in[k * TILE + lane];
            tile[s][lane + 32] = in[k * TILE + lane + 32];
