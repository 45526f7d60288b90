// expect: correctness, hazards
// Nobody brings the masses: shared memory is read as it is.

// TODO(2)
        if (begin + t < n)
            tile_point[t] = points[begin + t];
