// global: 8
// local: 8
// argument: buffer 32
kernel void array_column_before(global int *a) {
  int i = get_local_id(0), window[3][4];
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 4; ++x)
      window[y][x] = x + i;
  a[i] = window[2 - (i & 1)][i - 2 & 3] + window[1 + (i & 1)][(i & 3) - 1]; // finds: array-index
}
