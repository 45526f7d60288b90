// expect: hazards
// Nobody waits until all lanes have stored their part of the tile.

// INSTEAD OF
    __syncwarp();
// WRITE

