// expect: correctness
// Each thread adds eight rows, no more: right for 64 rows.

// TODO(1)
    if (col < cols)
        for (int i = 0; i < 8 && ty * 8 + i < rows; ++i)
            sum += in[(ty * 8 + i) * cols + col];
