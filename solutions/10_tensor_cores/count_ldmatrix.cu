// Copies 128 floats, as 16 rows of 16 halves: one warp stores them to a tile whose rows begin STRIDE halves apart, and
// reads them back by one ldmatrix.x4, four matrices of 8 rows of 16 bytes.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define STRIDE 24    // 24, 32 or 48: halves from one row to the next. Each value is a question of its own

// TODO(1): your predictions. (2 numbers)
// BEGIN SOLUTION
// PREDICT(1): wavefronts of the ldmatrix = 4
// PREDICT(2): the bank at which the row begins that lane 5 names, 0 to 31 = 28
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): wavefronts of the ldmatrix = ?
//| // PREDICT(2): the bank at which the row begins that lane 5 names, 0 to 31 = ?
// END STARTER

extern "C" __global__ void count_ldmatrix(const float* in, float* out, int n)
{
    __shared__ __align__(128) float tile[16 * STRIDE / 2];    // a float takes the place of two halves
    int lane = threadIdx.x;
    for (int i = lane; i < 128; i += 32)
        tile[i / 8 * (STRIDE / 2) + i % 8] = in[i];
    __syncwarp();

    // Lanes 0 to 15 name the 16 rows, lanes 16 to 31 the same rows 8 halves further on.
    unsigned row = __cvta_generic_to_shared(&tile[lane % 16 * (STRIDE / 2) + lane / 16 * 4]);
    unsigned r[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row));    // the ldmatrix

    for (int m = 0; m < 4; ++m)
        out[(lane / 4 + m % 2 * 8) * 8 + lane % 4 + m / 2 * 4] = __uint_as_float(r[m]);
}
