// The tile's last column has a neighbour in the next row only.
// global: 16 16
// local: 16 16
// argument: buffer 1024
kernel void array_row_behind(global int *a) {
  local int tile[17][16];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = x;
  tile[16][x] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[16 * y + x] = tile[y][x + 1]; // finds: array-index
}
