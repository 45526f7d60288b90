// expect: correctness
// Each consumer adds its own element, not that from the other end.

// TODO(2)
            wait(FULL + s);
            sum += tile[s][i];
            if (k + 2 < n)
                signal(FREE + s);
