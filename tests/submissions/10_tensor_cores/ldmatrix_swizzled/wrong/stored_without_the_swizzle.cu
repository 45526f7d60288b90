// expect: correctness
// A is stored in order and read with the swizzle.

// INSTEAD OF
            *reinterpret_cast<uint4*>(&tile_a[place(row, chunk)]) =
                *reinterpret_cast<const uint4*>(&A[(row0 + row) * lda + k0 + chunk * 8]);
// WRITE
            *reinterpret_cast<uint4*>(&tile_a[row * TILE + chunk * 8]) =
                *reinterpret_cast<const uint4*>(&A[(row0 + row) * lda + k0 + chunk * 8]);
