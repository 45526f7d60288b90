// expect: global_sectors
// B comes from global memory by single halves, and A by ldmatrix.x2, two for one, so that there are enough loads.

// INSTEAD OF
            *reinterpret_cast<uint4*>(&tile_b[place(row, chunk)]) =
                *reinterpret_cast<const uint4*>(&B[(k0 + row) * ldb + col0 + chunk * 8]);
// WRITE

// TODO(2)
#pragma unroll
            for (int i = 0; i < 2; ++i)
#pragma unroll
                for (int h = 0; h < 2; ++h)
                    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                                 : "=r"(a[i][h * 2]), "=r"(a[i][h * 2 + 1])
                                 : "r"(unsigned(__cvta_generic_to_shared(
                                     &tile_a[place(wr + i * 16 + lane % 16, k / 8 + h)]))) : "memory");
#pragma unroll
            for (int i = 0; i < 8; ++i) {
                const __half* from = &B[(k0 + k + lane % 4 * 2 + i % 2 * 8) * ldb + col0 + wc + i / 2 * 8 + lane / 4];
                b[i / 4][i % 4] = __half_as_ushort(from[0]) | unsigned(__half_as_ushort(from[ldb])) << 16;
            }
