// expect: correctness, hazards
// Brings 32 of 64 elements.

// TODO(1)
            if (k >= 2)
                wait(FREE + s);
            tile[s][lane] = in[k * TILE + lane];
            signal(FULL + s);
