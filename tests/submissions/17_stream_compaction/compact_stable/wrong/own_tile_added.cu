// expect: correctness, hazards
// The place begins behind the own tile.

// TODO(3)
        of_tile = __reduce_add_sync(ALL, lane < WARPS ? kept[lane] : 0);
        if (lane == 0)
            publish(status, tile, OWN, of_tile);
        before = look_back(status, tile) + of_tile;
        if (lane == 0)
            publish(status, tile, PREFIX, before + of_tile);
