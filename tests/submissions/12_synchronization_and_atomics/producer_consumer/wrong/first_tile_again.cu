// expect: correctness
// Brings the first tile every time.

// TODO(1)
            if (k >= 2)
                wait(FREE + s);
            tile[s][lane] = in[lane];
            tile[s][lane + 32] = in[lane + 32];
            signal(FULL + s);
