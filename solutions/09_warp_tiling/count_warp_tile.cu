// One warp and one k: LANES_DOWN x LANES_ACROSS lanes, numbered down the columns, each with a piece of 4 x 4 of C. Each
// lane reads 16 bytes of A's column and 16 of B's row.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define LANES_DOWN 4    // 1, 2, 4 or 8. Each is a question of its own

// TODO(1): your predictions. (2 numbers)
// BEGIN SOLUTION
// PREDICT(1): wavefronts of the load from row_a = 4
// PREDICT(2): wavefronts of the load from row_b = 2
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): wavefronts of the load from row_a = ?
//| // PREDICT(2): wavefronts of the load from row_b = ?
// END STARTER

constexpr int LANES_ACROSS = 32 / LANES_DOWN;

extern "C" __global__ void count_warp_tile(const float* in, float* out, int n)    // n = 32: out[i] = in[i]
{
    __shared__ __align__(16) float row_a[32];
    __shared__ __align__(16) float row_b[128];
    int lane = threadIdx.x;

    row_a[lane] = lane % 4 == 0 ? 1.0f : 0.0f;
    for (int i = lane; i < 128; i += 32)
        row_b[i] = i % 4 == 0 && i / 4 < LANES_ACROSS ? 1.0f : 0.0f;
    __syncthreads();

    int row = lane % LANES_DOWN * 4;
    int col = lane / LANES_DOWN * 4;
    float4 a = *reinterpret_cast<const float4*>(&row_a[row]);
    float4 b = *reinterpret_cast<const float4*>(&row_b[col]);
    out[lane] = in[lane] * (a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}
