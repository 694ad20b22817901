// Up and down, by one and by more, in rows, and an index that wraps to where it belongs.
// global: 16
// argument: buffer 1024
// argument: buffer 64
// argument: int 4
// argument: int 4
// argument: int 64
kernel void loops_to_the_end(global const int *from, global int *to, int rows, int columns, int step) {
  int i = get_global_id(0), sum = 0;
  global const uchar *bytes = (global const uchar *)from;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      sum += from[(i * rows + row) * columns + column];
  for (int j = rows * columns - 1; j >= 0; --j)
    sum += from[i * rows * columns + j];
  for (int j = i; j < rows * step; j += step)
    sum += from[j];
  for (int j = 0; j < rows; ++j)
    sum += *(global const int *)(bytes + 1020 - j * 4 * step);
  for (uint j = 0; j < rows; ++j)
    sum += from[j + 0xfffffff0u + 16 + i];
  for (int j = 5; j < rows; ++j)
    sum += from[1 << 20];
  global const int *p = from + 256 * (i / 16);
  for (int j = 0; j < 256; ++j)
    sum += *p++;
  to[i] = sum;
}
