// expect: correctness
// Calls the tile's own sum a PREFIX.

// TODO(3)
        if (lane == 0)
            publish(&status[tile], tile == 0 ? PREFIX : OWN_SUM, tile_sum);
        if (tile > 0) {
            before = look_back(status, tile);
            if (lane == 0)
                publish(&status[tile], PREFIX, tile_sum);
        }
