// expect: correctness
// Tells the number up to here as that of the tile alone: others go on looking back, and add it twice.

// TODO(3)
        of_tile = __reduce_add_sync(ALL, lane < WARPS ? kept[lane] : 0);
        if (lane == 0)
            tell(status, tile, ALONE, of_tile);
        before = kept_before(status, tile);
        if (lane == 0)
            tell(status, tile, ALONE, before + of_tile);
