// Behind the work-groups that are traced, rows of work-items run together: the last five rows are not in a, the
// last two not in c.
// global: 16 808
// local: 16 8
// argument: buffer 12848
// argument: buffer 256
// argument: sub-buffer 51584
// argument: int 4
kernel void joined_rows(global const float *a, global const float *b, global float *c, int size) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < size; ++k)
    sum = fma(a[row * size + k], b[k * 16 + column], sum); // finds: out-of-bounds
  c[row * 16 + column] = sum; // finds: out-of-bounds
}
