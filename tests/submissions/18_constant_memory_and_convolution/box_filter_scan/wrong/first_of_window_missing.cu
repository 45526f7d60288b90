// expect: correctness
// What is subtracted includes the first element of the window.

// TODO(3)
        for (int col = tid; col < cols; col += BLOCK)
            to[col] = prefix[min(col + radius + 1, cols)] - prefix[max(col - radius + 1, 0)];
