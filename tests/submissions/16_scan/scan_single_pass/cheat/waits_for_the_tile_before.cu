// expect: speed
// A chain: each tile waits for the PREFIX of the one before, and tells nothing of its own. Right, and one after the other.

// TODO(1)
    Status told;
    do
        told = read_status(&status[tile - 1]);
    while (told >> 32 != PREFIX);
    before = static_cast<unsigned int>(told);

// TODO(2)

// TODO(4)
            if (tile > 0)
                before = look_back(status, tile);
            if (lane == 0)
                publish(&status[tile], PREFIX, before + tile_sum);
