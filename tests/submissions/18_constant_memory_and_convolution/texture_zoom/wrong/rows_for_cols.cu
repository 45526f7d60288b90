// expect: correctness
// A row of `out` is cols long, not rows.

// TODO(1)
    if (row < rows && col < cols)
        out[row * rows + col] = tex2D<float>(image, (col + 0.5f) / zoom, (row + 0.5f) / zoom);
