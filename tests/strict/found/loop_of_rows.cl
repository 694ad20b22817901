// Rows that lie a line apart; the last one has a column too many.
// global: 16
// local: 16
// argument: buffer 1024
// argument: buffer 64
// argument: int 4
// argument: int 4
// first: 15
kernel void loop_of_rows(global const int *from, global int *to, int rows, int columns) {
  int i = get_global_id(0), sum = 0;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column)
      sum += from[(i * rows + row) * columns + column];
    sum -= from[(i * rows + row) * columns + columns]; // finds: out-of-bounds
  }
  to[i] = sum;
}
