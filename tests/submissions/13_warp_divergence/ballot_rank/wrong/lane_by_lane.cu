// expect: hazards, work
// A loop in which each lane asks every other one: 32 shuffles instead of one vote, and a short last warp asks lanes it has not.

// TODO(1)
    int before = 0;
    for (int l = 0; l < 32; ++l)
        before += __shfl_sync(EVERYBODY, (int)holds, l) && l < lane;
    if (holds)
        mine = before;
