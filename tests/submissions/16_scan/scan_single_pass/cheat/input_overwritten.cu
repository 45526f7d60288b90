// expect: correctness
// The scan is right, but `in` comes back as zeros.

// INSTEAD OF
        store_rows(x, starts[warp], out, tile * TILE + place, n);
// WRITE
        if (tile * TILE + place < n)
            const_cast<unsigned int*>(in)[tile * TILE + place] = 0;
        store_rows(x, starts[warp], out, tile * TILE + place, n);
