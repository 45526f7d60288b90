// expect: correctness
// Calls the tile's own sum a PREFIX.

// TODO(4)
            if (tile > 0) {
                before = look_back(status, tile);
                if (lane == 0)
                    publish(&status[tile], PREFIX, tile_sum);
            }
