// expect: correctness
// Room for 64 tiles, so that nobody waits for a free one: a barrier holds no second signal of the same warp.

// TODO(1)
            tile[k % 64][lane] = in[k * TILE + lane];
            tile[k % 64][lane + 32] = in[k * TILE + lane + 32];
            signal(FULL + s);

// TODO(2)
            wait(FULL + s);
            sum += tile[k % 64][TILE - 1 - i];

// INSTEAD OF
    __shared__ float tile[2][TILE];
// WRITE
    __shared__ float tile[64][TILE];
