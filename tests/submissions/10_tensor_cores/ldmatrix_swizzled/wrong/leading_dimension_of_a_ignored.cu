// expect: correctness
// Rows of A taken to be K elements apart.

// INSTEAD OF
            *reinterpret_cast<uint4*>(&tile_a[place(row, chunk)]) =
                *reinterpret_cast<const uint4*>(&A[(row0 + row) * lda + k0 + chunk * 8]);
// WRITE
            *reinterpret_cast<uint4*>(&tile_a[place(row, chunk)]) =
                *reinterpret_cast<const uint4*>(&A[(row0 + row) * K + k0 + chunk * 8]);
