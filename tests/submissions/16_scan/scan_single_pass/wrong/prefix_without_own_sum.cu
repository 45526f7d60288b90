// expect: correctness
// Publishes what comes before the tile, not what it ends with.

// TODO(4)
            if (tile > 0) {
                before = look_back(status, tile);
                if (lane == 0)
                    publish(&status[tile], PREFIX, before);
            }
