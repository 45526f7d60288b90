// Transposes n matrices of 8 x 8, each held in the registers of eight lanes: out[m][c][r] = in[m][r][c].
// Lane r of the eight loads row r, v[0] to v[7], and must end with column r. Registers move from lane to lane by shuffles
// alone: no shared memory, and no register chosen at run time, which would turn the array into local memory.

constexpr unsigned EVERYBODY = 0xffffffffu;

extern "C" __global__ void shuffle_transpose_8x8(const float* in, float* out, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;    // rows of all matrices, one below the other
    int lane = threadIdx.x % 8;                         // which of the eight
    alignas(16) float v[8] = {};
    float4* halves = reinterpret_cast<float4*>(v);      // a row is two float4

    if (row < 8 * n) {
        halves[0] = reinterpret_cast<const float4*>(in)[2 * row];
        halves[1] = reinterpret_cast<const float4*>(in)[2 * row + 1];
    }

    // Three rounds: blocks of 4 x 4 change places, then blocks of 2 x 2 within them, then single elements. In each round
    // the lanes `apart` from each other trade half of their registers: the lower one gives v[k + apart] and keeps v[k],
    // the upper one gives v[k] and keeps v[k + apart].
    #pragma unroll
    for (int apart = 4; apart > 0; apart /= 2) {
        bool upper = lane & apart;
        #pragma unroll
        for (int k = 0; k < 8; ++k) {
            if (k & apart)
                continue;
            // TODO(1): let the two lanes trade: this lane's v[k] or v[k + apart] for the other's v[k + apart] or v[k].
            // One shuffle, in which every lane of the warp takes part. (about 6 lines)
        }
    }

    if (row < 8 * n) {
        reinterpret_cast<float4*>(out)[2 * row] = halves[0];
        reinterpret_cast<float4*>(out)[2 * row + 1] = halves[1];
    }
}
