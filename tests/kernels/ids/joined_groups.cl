// Kernels that cannot tell which work-items are a work-group, in small and odd work-groups: these
// run joined. And such as nearly cannot.
//! reference
//! launch 64/1 64/2 60/3 40/8 34/17 7/1 100/4+5 33/1 1000/1 16/16 96/48
//! kernel from_global_id: out int[n] | in int[n]
//! kernel from_group_and_local_id: out int[n] | in int[n]
//! kernel ids_in_int: out int[n] | in int[n]
//! kernel ids_in_variables: out int[n] | in int[n]
//! kernel strides: out int[n] | in int[n] | value int 1000
//! kernel strides_of_groups: out int[n] | in int[n] | value int 1000
//! kernel with_local_id: out int[n] | in int[n]
//! kernel with_group_size: out int[n] | in int[n]
//! launch 100/16 33/8 7/4 65/64 50/3 41/40
//! kernel from_group_and_local_id: out int[n*2] | in int[n]
//! kernel from_enqueued_size: out int[n*2] | in int[n]
//! kernel ids_in_int: out int[n*2] | in int[n]
//! kernel from_global_id: out int[n] | in int[n]
//! launch 12x6/1x1 12x6/4x3 33x2/1x1 1x40/1x1 1x40/1x4 3x30/1x2 16x4/8x2+5x3 17x5/1x1 200x3/1x1 64x64/2x2 32x64/8x16 64x32/16x8 9x70/4x32
//! kernel rows: out int[n] | in int[n]
//! kernel rows_of_groups: out int[n] | in int[n]
//! kernel columns_first: out int[n] | in int[n]
//! kernel sums_of_rows: out int[n] | in int[n]
//! kernel columns_first_with_ids: out int[n] | in int[n]
//! launch 12x6/1x1 12x6/4x3 33x2/1x1 1x40/1x1 1x40/1x4 3x30/1x2 16x4/8x2+5x3 17x5/1x1 200x3/1x1 64x64/2x2 32x64/8x16 64x32/16x8 8x64/4x32
//! kernel columns_first_of_groups: out int[n] | in int[n]
//! launch 6x5x4/3x5x2 4x4x4/1x1x1 1x1x40/1x1x1 3x2x30/1x1x1 40x2x2/1x1x1+1x2x3
//! kernel planes: out int[n] | in int[n]
//! kernel planes_first: out int[n] | in int[n]
//! kernel planes_first_with_ids: out int[n] | in int[n]

kernel void from_global_id(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = in[i] * 3 + (int)i;
}

kernel void from_group_and_local_id(global int *out, global const int *in) {
  size_t i = get_group_id(0) * get_local_size(0) + get_local_id(0) + get_global_offset(0);
  out[i] = in[i] * 3 + (int)i;
}

kernel void from_enqueued_size(global int *out, global const int *in) {
  size_t i = get_local_id(0) + get_enqueued_local_size(0) * get_group_id(0);
  out[i] = in[i] * 3 + (int)i;
}

kernel void ids_in_int(global int *out, global const int *in) {
  int i = (int)get_group_id(0) * (int)get_local_size(0) + (int)get_local_id(0);
  i += get_global_offset(0);
  out[i] = in[i] ^ i;
}

kernel void ids_in_variables(global int *out, global const int *in) {
  int group = get_group_id(0), size = get_local_size(0), local_id = get_local_id(0);
  int first = size * group;
  int i = first + local_id + (int)get_global_offset(0);
  if (in[i] > 0)
    out[i] = in[i] - i;
  else
    out[i] = -i;
}

kernel void strides(global int *out, global const int *in, int n) {
  int size = get_global_size(0), start = get_global_offset(0);
  for (int i = get_global_id(0) - start; i < size; i += size)
    out[start + i] = in[start + i] + n;
}

kernel void strides_of_groups(global int *out, global const int *in, int n) {
  unsigned step = get_num_groups(0) * get_local_size(0), start = get_global_offset(0);
  for (unsigned i = get_local_size(0) * get_group_id(0) + get_local_id(0);
       i < get_global_size(0); i += step)
    out[start + i] = in[start + i] + n;
}

kernel void with_local_id(global int *out, global const int *in) {
  size_t i = get_group_id(0) * get_local_size(0) + get_local_id(0) + get_global_offset(0);
  out[i] = in[i] + (int)get_local_id(0);
}

kernel void with_group_size(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = in[i] + (int)get_local_size(0) + 100 * (int)get_num_groups(0);
}

kernel void rows(global int *out, global const int *in) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  i -= get_global_offset(1) * get_global_size(0) + get_global_offset(0);
  out[i] = in[i] * 5 + (int)get_global_id(1);
}

kernel void rows_of_groups(global int *out, global const int *in) {
  int x = get_group_id(0) * get_local_size(0) + get_local_id(0);
  int y = get_group_id(1) * get_local_size(1) + get_local_id(1);
  int i = y * (int)get_global_size(0) + x;
  out[i] = in[i] * 5 + x * 1000 + y;
}

// Neighbours in memory are so in another dimension than the first.
kernel void columns_first(global int *out, global const int *in) {
  size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  size_t i = x * get_global_size(1) + y;
  out[i] = in[i] * 5 + (int)get_global_id(0) * 1000 + (int)get_global_id(1) + (int)get_work_dim();
}

kernel void columns_first_of_groups(global int *out, global const int *in) {
  int x = get_group_id(0) * get_local_size(0) + get_local_id(0);
  int y = get_group_id(1) * get_local_size(1) + get_local_id(1);
  int height = get_global_size(1);
  if (in[x * height + y] > 0)
    out[x * height + y] = in[x * height + y] + x * 1000 + y;
  else
    out[x * height + y] = get_global_linear_id();
}

kernel void sums_of_rows(global int *out, global const int *in) {
  int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  int height = get_global_size(1), sum = 0;
  for (int i = 0; i < height; ++i)
    sum += (in[x * height + i] & 1023) * (in[y] & 255);
  out[x * height + y] = sum;
}

kernel void columns_first_with_ids(global int *out, global const int *in) {
  int x = get_group_id(0) * get_enqueued_local_size(0) + get_local_id(0);
  int y = get_group_id(1) * get_enqueued_local_size(1) + get_local_id(1);
  int i = x * (int)get_global_size(1) + y;
  out[i] = in[i] * 5 + (int)get_local_id(0) + 3 * (int)get_local_id(1) + 100 * (int)get_group_id(0) +
           1000 * (int)get_group_id(1) + 7 * (int)get_local_size(0) + 11 * (int)get_local_size(1) +
           13 * (int)get_num_groups(0) + 17 * (int)get_num_groups(1) +
           10000 * (int)get_local_linear_id() + (int)get_work_dim();
}

kernel void planes(global int *out, global const int *in) {
  int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
      z = get_global_id(2) - get_global_offset(2);
  int i = (z * (int)get_global_size(1) + y) * (int)get_global_size(0) + x;
  out[i] = in[i] * 7 + x + 100 * y + 10000 * z;
}

kernel void planes_first(global int *out, global const int *in) {
  int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
      z = get_global_id(2) - get_global_offset(2);
  int i = (x * (int)get_global_size(1) + y) * (int)get_global_size(2) + z;
  out[i] = in[i] * 7 + (int)get_global_id(0) + 100 * (int)get_global_id(1) +
           10000 * (int)get_global_id(2);
}

kernel void planes_first_with_ids(global int *out, global const int *in) {
  int x = get_group_id(0) * get_enqueued_local_size(0) + get_local_id(0);
  int y = get_group_id(1) * get_enqueued_local_size(1) + get_local_id(1);
  int z = get_group_id(2) * get_enqueued_local_size(2) + get_local_id(2);
  int i = (x * (int)get_global_size(1) + y) * (int)get_global_size(2) + z;
  out[i] = in[i] * 7 + (int)get_local_id(0) + 10 * (int)get_local_size(0) +
           100 * (int)get_local_linear_id() + 10000 * (int)get_group_id(2) + (int)get_num_groups(0);
}
