// expect: correctness
// Fills tiles that consumers may still read, and says FULL twice before anybody has waited for the first.

// TODO(1)
            tile[s][lane] = in[k * TILE + lane];
            tile[s][lane + 32] = in[k * TILE + lane + 32];
            signal(FULL + s);

// TODO(2)
            wait(FULL + s);
            sum += tile[s][TILE - 1 - i];
