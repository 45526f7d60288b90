// expect: correctness
// Waits for tiles to be freed that nobody has used yet: both sides stand still.

// TODO(1)
            wait(FREE + s);
            tile[s][lane] = in[k * TILE + lane];
            tile[s][lane + 32] = in[k * TILE + lane + 32];
            signal(FULL + s);
