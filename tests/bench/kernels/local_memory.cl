// Work-groups that meet at barriers and share local memory.

#define TILE 16
#define GROUP 256

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
sgemm_tiled(global const float *a, global const float *b, global float *c, int size) {
  local float tileA[TILE][TILE], tileB[TILE][TILE];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < size; k += TILE) {
    tileA[y][x] = a[row * size + k + x];
    tileB[y][x] = b[(k + y) * size + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; ++i)
      sum = fma(tileA[y][i], tileB[i][x], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * size + column] = sum;
}

// A column more than needed, as on devices with banks.
kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void
transpose(global const float *from, global float *to, int size) {
  local float tile[TILE][TILE + 1];
  int x = get_local_id(0), y = get_local_id(1);
  int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
  tile[y][x] = from[(top + y) * size + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[(left + y) * size + top + x] = tile[x][y];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduction(global const float *values, global float *sums) {
  local float part[GROUP];
  int l = get_local_id(0);
  part[l] = values[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int rest = GROUP / 2; rest > 0; rest >>= 1) {
    if (l < rest)
      part[l] += part[l + rest];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    sums[get_group_id(0)] = part[0];
}

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
scan(global const uint *values, global uint *sums) {
  local uint part[GROUP];
  int l = get_local_id(0);
  part[l] = values[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int distance = 1; distance < GROUP; distance <<= 1) {
    uint before = l >= distance ? part[l - distance] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    part[l] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sums[get_global_id(0)] = part[l];
}

// Counts of the bytes of all values, collected in local memory first.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
histogram(global const uint *values, global uint *counts, uint count) {
  local uint bins[GROUP];
  int l = get_local_id(0);
  bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
    uint value = values[i];
    for (int byte = 0; byte < 4; ++byte)
      atomic_inc(&bins[(value >> (8 * byte)) & 255]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[l], bins[l]);
}
