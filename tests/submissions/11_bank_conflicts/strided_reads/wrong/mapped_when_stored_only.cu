// expect: correctness
// The map is applied where elements are stored and forgotten where they are read.

// INSTEAD OF
            out[k * SEGMENT + j] = data[place(row * stride + column)];
// WRITE
            out[k * SEGMENT + j] = data[row * stride + column];
