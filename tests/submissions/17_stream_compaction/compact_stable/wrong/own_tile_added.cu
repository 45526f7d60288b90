// expect: correctness, hazards
// The place begins behind the own tile.

// TODO(3)
        of_tile = __reduce_add_sync(ALL, lane < WARPS ? kept[lane] : 0);
        if (lane == 0)
            tell(status, tile, ALONE, of_tile);
        before = kept_before(status, tile) + of_tile;
        if (lane == 0)
            tell(status, tile, UP_TO, before + of_tile);
