// expect: correctness, hazards
// Takes what the first warp keeps for the tile.

// TODO(3)
        of_tile = kept[0];
        if (lane == 0)
            tell(status, tile, ALONE, of_tile);
        before = kept_before(status, tile);
        if (lane == 0)
            tell(status, tile, UP_TO, before + of_tile);
