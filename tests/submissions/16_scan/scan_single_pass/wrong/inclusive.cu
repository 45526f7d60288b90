// expect: correctness
// The tile's sum is added to what comes before it.

// TODO(3)
        if (lane == 0)
            publish(&status[tile], tile == 0 ? PREFIX : OWN_SUM, tile_sum);
        before = tile_sum;
        if (tile > 0) {
            before += look_back(status, tile);
            if (lane == 0)
                publish(&status[tile], PREFIX, before);
        }
