// expect: correctness
// One pair of barriers for both tiles: a signal for one is taken for the other.

// TODO(1)
            if (k >= 2)
                wait(FREE);
            tile[s][lane] = in[k * TILE + lane];
            tile[s][lane + 32] = in[k * TILE + lane + 32];
            signal(FULL);

// TODO(2)
            wait(FULL);
            sum += tile[s][TILE - 1 - i];
            if (k + 2 < n)
                signal(FREE);
