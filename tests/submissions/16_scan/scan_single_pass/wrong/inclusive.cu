// expect: correctness
// The tile's sum is added to what comes before it.

// TODO(4)
            before = tile_sum;
            if (tile > 0) {
                before += look_back(status, tile);
                if (lane == 0)
                    publish(&status[tile], PREFIX, before);
            }
