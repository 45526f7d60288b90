// expect: hazards
// The next copies are started while other warps still read that stage.

// TODO(2)
        __syncwarp();

// TODO(4)
        fetch(step + STAGES - 1);
        __pipeline_commit();
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
