// expect: correctness
// Takes the neighbour from a shuffle: lane 0 gets its own element back, and never begins a run.

// TODO(1)
    int own = i < n ? in[i] : 0;
    int neighbour = __shfl_up_sync(ALL, own, 1);
    head = i < n && (i == 0 || own != neighbour);
