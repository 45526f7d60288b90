// expect: correctness
// Adds all 32 lanes, of which only sixteen have a warp.

// TODO(3)
        of_tile = __reduce_add_sync(ALL, kept[lane]);
        if (lane == 0)
            publish(status, tile, OWN, of_tile);
        before = look_back(status, tile);
        if (lane == 0)
            publish(status, tile, PREFIX, before + of_tile);
