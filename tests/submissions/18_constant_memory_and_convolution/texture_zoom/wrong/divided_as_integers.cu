// expect: correctness
// The zoom is truncated to a whole number.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = tex2D<float>(image, (col + 0.5f) / (int)(zoom + 1), (row + 0.5f) / (int)(zoom + 1));
