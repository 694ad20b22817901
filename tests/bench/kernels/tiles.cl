// Products of which each work-group of 16 makes a tile of 8 rows and 16 columns: with the matrix
// functions (MATRIX defined) or through local memory.

#define ROWS 8

#ifdef MATRIX
#define SUB_GROUP __attribute__((intel_reqd_sub_group_size(16)))
#else
#define SUB_GROUP
#endif

// Eight elements, `step` elements apart.
#define COLUMN(p, step)                                                                            \
  ((p)[0], (p)[step], (p)[2 * step], (p)[3 * step], (p)[4 * step], (p)[5 * step], (p)[6 * step],   \
   (p)[7 * step])

// The product of four bytes by four bytes.
int dot4(int a, int b) {
  char4 x = as_char4(a), y = as_char4(b);
  return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}

kernel SUB_GROUP __attribute__((reqd_work_group_size(16, 1, 1))) void
gemm_i8(global const short *a, global const int *b, global int *c, int columns, int depth) {
  int lane = get_local_id(0), left = get_group_id(0) * 16, top = get_group_id(1) * ROWS;
  int pitch = depth / 2;
  int8 sum = 0;
#ifndef MATRIX
  local short rows[ROWS][16];
#endif
  for (int k = 0; k < depth; k += 32) {
    global const short *from = a + top * pitch + k / 2 + lane;
    global const int *packed = b + k / 4 * columns + left + lane;
    short8 mine = (short8)COLUMN(from, pitch);
    int8 column = (int8)COLUMN(packed, columns);
#ifdef MATRIX
    sum = intel_sub_group_i8_i8_matrix_mad_k32(mine, column, sum);
#else
    const short *elements = (const short *)&mine;
    const int *fours = (const int *)&column;
    int *sums = (int *)&sum;
    for (int row = 0; row < ROWS; ++row)
      rows[row][lane] = elements[row];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int row = 0; row < ROWS; ++row)
      for (int i = 0; i < 8; ++i)
        sums[row] += dot4(as_int(vload2(i, rows[row])), fours[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  global int *to = c + top * columns + left + lane;
  for (int row = 0; row < ROWS; ++row)
    to[row * columns] = ((const int *)&sum)[row];
}

kernel SUB_GROUP __attribute__((reqd_work_group_size(16, 1, 1))) void
gemm_bf16(global const short *a, global const int *b, global float *c, int columns, int depth) {
  int lane = get_local_id(0), left = get_group_id(0) * 16, top = get_group_id(1) * ROWS;
  float8 sum = 0.0f;
#ifndef MATRIX
  local float rows[ROWS][16];
#endif
  for (int k = 0; k < depth; k += 16) {
    global const short *from = a + top * depth + k + lane;
    global const int *packed = b + k / 2 * columns + left + lane;
    short8 mine = (short8)COLUMN(from, depth);
    int8 column = (int8)COLUMN(packed, columns);
#ifdef MATRIX
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(mine, column, sum);
#else
    const short *elements = (const short *)&mine;
    const int *pairs = (const int *)&column;
    float *sums = (float *)&sum;
    for (int row = 0; row < ROWS; ++row)
      rows[row][lane] = as_float(elements[row] << 16);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int row = 0; row < ROWS; ++row)
      for (int i = 0; i < 8; ++i) {
        sums[row] = fma(rows[row][2 * i], as_float(pairs[i] << 16), sums[row]);
        sums[row] = fma(rows[row][2 * i + 1], as_float(pairs[i] & 0xffff0000), sums[row]);
      }
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  global float *to = c + top * columns + left + lane;
  for (int row = 0; row < ROWS; ++row)
    to[row * columns] = ((const float *)&sum)[row];
}
