// Sums that several rows of a work-group compute side by side: work-groups of many rows, of few, of
// one, of the driver's choice, and what is at the edges of a matrix, where rows or columns end.
//! launch 64x16/16x16 64x32/32x4 64x24/64x1 48x19/16x1 33x17 40x24+3x1 128x9/32x9
//! kernel sums: out float[8192] | in float[8192] range -4 4 | in float[8192] range -4 4 | value int 20
//! kernel columns_first: out float[8192] | in float[8192] range -4 4 | in float[8192] range -4 4 | value int 20
//! kernel integers: out int[8192] | in int[8192] | in int[8192] | value int 20
//! kernel inside: out float[8192] | in float[8192] range -4 4 | in float[8192] range -4 4 | value int 20 | value int 64 | value int 16
//! kernel inside: out float[8192] | in float[8192] range -4 4 | in float[8192] range -4 4 | value int 20 | value int 37 | value int 13
//! kernel inside: out float[8192] | in float[8192] range -4 4 | in float[8192] range -4 4 | value int 20 | value int 32 | value int 8
//! kernel returns: out float[8192] | in float[8192] range -4 4 | in float[8192] range -4 4 | value int 20 | value int 37 | value int 13
//! kernel returns: out float[8192] | in float[8192] range -4 4 | in float[8192] range -4 4 | value int 0 | value int 21 | value int 64

kernel void sums(global float *c, global const float *a, global const float *b, int depth) {
  int row = get_global_id(1), column = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < depth; ++k)
    sum += a[row * depth + k] * b[k * 136 + column];
  c[row * 136 + column] = sum;
}

kernel void columns_first(global float *c, global const float *a, global const float *b,
                          int depth) {
  int row = get_global_id(0), column = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < depth; ++k)
    sum += a[row * depth + k] * b[k * 40 + column];
  c[row * 40 + column] = sum;
}

kernel void integers(global int *c, global const int *a, global const int *b, int depth) {
  int row = get_global_id(1), column = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < depth; ++k)
    sum += a[row * depth + k] * b[k * 136 + column];
  c[row * 136 + column] = sum;
}

kernel void inside(global float *c, global const float *a, global const float *b, int depth,
                   int columns, int rows) {
  int row = get_global_id(1), column = get_global_id(0);
  if (row < rows && column < columns) {
    float sum = 0;
    for (int k = 0; k < depth; ++k)
      sum += a[row * depth + k] * b[k * columns + column];
    c[row * columns + column] = sum;
  }
}

kernel void returns(global float *c, global const float *a, global const float *b, int depth,
                    int columns, int rows) {
  int row = get_global_id(1), column = get_global_id(0);
  if (column >= columns || row >= rows || row == 3)
    return;
  float sum = 1;
  for (int k = 0; k < depth; ++k)
    sum += a[row * depth + k] * b[k * columns + column];
  c[row * columns + column] = sum;
}
