// expect: correctness
// The sums are written to the new columns, but were computed for the old ones.

// TODO(1)
                b[n] = tile_b[k][tx * TN + n];
