// expect: shared_wavefronts
// The tile of A is kept as it was loaded: four k are read at once, and lanes in pairs want rows in the same banks.

// TODO(1)
        *reinterpret_cast<float4*>(&tile_a[now][a_row][a_col]) = a_in;
        *reinterpret_cast<float4*>(&tile_b[now][b_row][b_col]) = b_in;
        __syncthreads();

        int next = k0 + BK;
        if (next < K) {
            from_a += BK;
            from_b += BK * ldb;
            a_in = load4<INSIDE>(from_a, left_a - next);
            b_in = load4<INSIDE>(from_b, next + b_row < K ? left_b : 0);
        }

// INSTEAD OF
constexpr int PAD = 4;      // rows of the transposed tile of A start four banks apart and stay 16-byte aligned

__shared__ __align__(16) float tile_a[2][BK][BM + PAD];    // transposed: tile_a[buffer][k][row]
// WRITE
__shared__ __align__(16) float tile_a[2][BM][BK];

// INSTEAD OF
                a[i] = tile_a[now][k][row + i];
                a[i + 4] = tile_a[now][k][row + HALF + i];
// WRITE
                a[i] = tile_a[now][row + i][k];
                a[i + 4] = tile_a[now][row + HALF + i][k];
