// expect: correctness
// Brings points from behind the end.

// TODO(2)
        tile_point[t] = points[begin + t];
        tile_mass[t] = masses[begin + t];
