// expect: correctness
// Sums of tiles pass through floats, which count every integer up to 2^24 only.

// TODO(4)
            if (tile > 0) {
                before = static_cast<unsigned int>(static_cast<float>(look_back(status, tile)));
                if (lane == 0)
                    publish(&status[tile], PREFIX, before + tile_sum);
            }
