// expect: correctness
// Adds all 32 lanes, of which only sixteen have a warp.

// TODO(3)
        of_tile = __reduce_add_sync(ALL, kept[lane]);
        if (lane == 0)
            tell(status, tile, ALONE, of_tile);
        before = kept_before(status, tile);
        if (lane == 0)
            tell(status, tile, UP_TO, before + of_tile);
