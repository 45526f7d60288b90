// expect: correctness, hazards
// Tells the number of the tile alone as that of all tiles up to it.

// TODO(3)
        of_tile = __reduce_add_sync(ALL, lane < WARPS ? kept[lane] : 0);
        if (lane == 0)
            tell(status, tile, UP_TO, of_tile);
        before = kept_before(status, tile);
        if (lane == 0)
            tell(status, tile, UP_TO, before + of_tile);
