// expect: correctness, hazards
// Takes what the first warp keeps for the tile.

// TODO(3)
        of_tile = kept[0];
        if (lane == 0)
            publish(status, tile, OWN, of_tile);
        before = look_back(status, tile);
        if (lane == 0)
            publish(status, tile, PREFIX, before + of_tile);
