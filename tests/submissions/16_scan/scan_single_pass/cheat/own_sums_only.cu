// expect: speed
// No tile but the first publishes a PREFIX: everybody goes back to the beginning.

// TODO(3)
        if (lane == 0)
            publish(&status[tile], tile == 0 ? PREFIX : OWN_SUM, tile_sum);
        if (tile > 0)
            before = look_back(status, tile);
