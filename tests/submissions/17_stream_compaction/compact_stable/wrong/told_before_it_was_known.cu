// expect: correctness, hazards
// Tells the number of the tile alone as that of all tiles up to it.

// TODO(3)
        of_tile = __reduce_add_sync(ALL, lane < WARPS ? kept[lane] : 0);
        if (lane == 0)
            publish(status, tile, PREFIX, of_tile);
        before = look_back(status, tile);
        if (lane == 0)
            publish(status, tile, PREFIX, before + of_tile);
