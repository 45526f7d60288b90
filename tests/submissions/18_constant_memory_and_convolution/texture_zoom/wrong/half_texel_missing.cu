// expect: correctness
// The upper left corner of an element stands for its centre.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = tex2D<float>(image, col / zoom, row / zoom);
