// expect: hazards
// Nobody waits: a tile is multiplied before all have stored it.

// TODO(1)
        tile_a[now][ty][tx] = a_in;
        tile_b[now][ty][tx] = b_in;
        a_in = element_a(k0 + TILE);
        b_in = element_b(k0 + TILE);
