// expect: hazards
// The next tile is stored while slower warps still read this one.

// INSTEAD OF
            sum += tile_mass[j] * (dx * dx + dy * dy);
        }
        __syncthreads();
// WRITE
            sum += tile_mass[j] * (dx * dx + dy * dy);
        }
