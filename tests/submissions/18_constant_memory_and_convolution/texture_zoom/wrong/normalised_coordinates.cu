// expect: correctness
// Coordinates from 0 to 1: this texture counts in texels.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = tex2D<float>(image, (col + 0.5f) / cols, (row + 0.5f) / rows);
