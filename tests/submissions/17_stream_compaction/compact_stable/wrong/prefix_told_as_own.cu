// expect: correctness
// Tells the number up to here as that of the tile alone: others go on looking back, and add it twice.

// TODO(3)
        of_tile = __reduce_add_sync(ALL, lane < WARPS ? kept[lane] : 0);
        if (lane == 0)
            publish(status, tile, OWN, of_tile);
        before = look_back(status, tile);
        if (lane == 0)
            publish(status, tile, OWN, before + of_tile);
