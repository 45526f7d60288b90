// expect: global_sectors
// The tile is filled and read, and what counts comes from global memory.

// INSTEAD OF
            float dx = me.x - tile_point[j].x;
            float dy = me.y - tile_point[j].y;
// WRITE
            float dx = me.x - points[begin + j].x + 0.0f * tile_point[j].x;
            float dy = me.y - points[begin + j].y;
