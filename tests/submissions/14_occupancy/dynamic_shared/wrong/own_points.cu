// expect: correctness, hazards
// Brings the points of this block in every round; where it has fewer than the round, what was never stored is read.

// TODO(2)
        if (i < n) {
            tile_point[t] = points[i];
            tile_mass[t] = masses[i];
        }
