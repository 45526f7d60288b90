// expect: correctness
// The coordinate is multiplied by the zoom.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = tex2D<float>(image, (col + 0.5f) * zoom, (row + 0.5f) * zoom);
