// expect: speed
// No tile but the first publishes a PREFIX: everybody goes back to the beginning.

// TODO(4)
            if (tile > 0)
                before = look_back(status, tile);
