// expect: correctness
// Every round brings the first points again.

// TODO(2)
        if (begin + t < n) {
            tile_point[t] = points[t];
            tile_mass[t] = masses[t];
        }
