// expect: global_sectors, work
// Every result adds up its window, element by element.

// TODO(3)
        for (int col = tid; col < cols; col += BLOCK) {
            int sum = 0;
            for (int k = max(col - radius, 0); k <= min(col + radius, cols - 1); ++k)
                sum += from[k];
            to[col] = sum;
        }
