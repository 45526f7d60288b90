// expect: speed
// Nobody tells what the tile keeps alone: each waits until the one before knows where it ends.

// TODO(3)
        of_tile = __reduce_add_sync(ALL, lane < WARPS ? kept[lane] : 0);
        before = kept_before(status, tile);
        if (lane == 0)
            tell(status, tile, UP_TO, before + of_tile);
