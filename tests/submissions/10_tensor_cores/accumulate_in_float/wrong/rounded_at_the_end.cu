// expect: correctness
// Float sums, each of which is rounded to half precision before it is stored.

// INSTEAD OF
        C[(row + i / TILE) * N + col + i % TILE] = float(tile[i]);
// WRITE
        C[(row + i / TILE) * N + col + i % TILE] = float(__half(tile[i]));
