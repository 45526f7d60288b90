// expect: shared_wavefronts, resources
// Six copies, one for each stride: no conflict, but six times the stores and six times the memory.

// TODO(1)
constexpr int WORDS = 1056;

// INSTEAD OF
    __shared__ float data[WORDS];
// WRITE
    __shared__ float data[STRIDES][WORDS];

// INSTEAD OF
        data[place(i)] = in[i];
// WRITE
        for (int k = 0; k < STRIDES; ++k)
            data[k][i + i / 32] = in[i];

// INSTEAD OF
            int row = j % rows;        // neighbouring lanes take neighbouring rows,
            int column = j / rows;     // and the same column: their elements lie `stride` apart
            out[k * SEGMENT + j] = data[place(row * stride + column)];
// WRITE
            int i = j % rows * stride + j / rows;
            out[k * SEGMENT + j] = data[k][i + i / 32];
