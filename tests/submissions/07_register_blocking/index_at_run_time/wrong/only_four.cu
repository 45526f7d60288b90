// expect: correctness
// Four rows are taken twice.

// TODO(1)
            int m = i % 4;
