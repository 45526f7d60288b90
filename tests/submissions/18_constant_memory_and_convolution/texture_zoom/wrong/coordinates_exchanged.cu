// expect: correctness
// Row first, then column, as in an array.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = tex2D<float>(image, (row + 0.5f) / zoom, (col + 0.5f) / zoom);
