// expect: hazards
// Reads a tile that may not be there yet.

// TODO(1)
            if (k >= 2)
                wait(FREE + s);
            tile[s][lane] = in[k * TILE + lane];
            tile[s][lane + 32] = in[k * TILE + lane + 32];

// TODO(2)
            sum += tile[s][TILE - 1 - i];
            if (k + 2 < n)
                signal(FREE + s);
