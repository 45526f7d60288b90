// expect: correctness
// C is updated after every tile, so beta is applied once a tile.

// INSTEAD OF
    }

    // beta = 0 means that C is only written: what it held before must not matter.
    if (row < M && col < N) {
// WRITE
        if (row < M && col < N) {

// INSTEAD OF
}
// WRITE
    }
}
