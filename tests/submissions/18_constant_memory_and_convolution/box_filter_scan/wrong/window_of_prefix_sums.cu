// expect: shared_excess, work
// The prefix sums are there, and yet the window is added up element by element.

// TODO(3)
        for (int col = tid; col < cols; col += BLOCK) {
            int sum = 0;
            for (int k = max(col - radius, 0); k <= min(col + radius, cols - 1); ++k)
                sum += prefix[k + 1] - prefix[k];
            to[col] = sum;
        }
