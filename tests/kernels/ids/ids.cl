// Work-item functions: dimensions, offsets, groups, odd local sizes.
//! reference
//! launch 64/16 33/33 17/17 100/10 7/1 40/8+5 60/20+3 24/24
//! kernel global_id: out ulong[n]
//! kernel local_id: out ulong[n]
//! kernel group_id: out ulong[n*2]
//! kernel sizes: out ulong[n*8]
//! kernel linear_ids: out ulong[n*2]
//! kernel out_of_range_dimension: out ulong[n*3]
//! kernel int_id: out int[n]
//! kernel dimension_in_variable: out ulong[n*4]
//! kernel offset: out ulong[n]
//! kernel short_id: out int[n]
//! kernel id_arithmetic: out int[n]
//! launch 12x6/4x3 33x2/33x1 17x5/17x5 8x8/3x5 9x7/1x7 16x4/8x2+5x3 5x40/5x8 20x3/20x3 64x1/16x1
//! kernel two_dimensions: out int[n*8]
//! kernel two_dimensional_copy: out int[n] | in int[n]
//! kernel transpose: out int[n] | in int[n]
//! kernel row_condition: out int[n]
//! kernel linear_2d: out ulong[n*2]
//! launch 6x5x4/3x5x2 4x4x4/4x4x4 7x3x2/7x1x2 3x3x3/1x1x3 8x2x2/8x2x1+1x2x3 17x2x3/17x2x1
//! kernel three_dimensions: out int[n*6]
//! kernel linear_3d: out ulong[n]
//! launch 100/16 33/8 7/4 65/64
//! kernel uneven: out ulong[n*5]
//! launch 10x7/4x3 9x9/8x8
//! kernel uneven_2d: out ulong[n*6]

kernel void global_id(global ulong *out) { out[get_global_id(0)] = get_global_id(0) * 3; }

kernel void local_id(global ulong *out) { out[get_global_id(0)] = get_local_id(0) + 1; }

kernel void group_id(global ulong *out) {
  size_t i = get_global_id(0);
  out[i * 2] = get_group_id(0);
  out[i * 2 + 1] = get_num_groups(0);
}

kernel void sizes(global ulong *out) {
  size_t i = get_global_id(0);
  out[i * 8] = get_global_size(0);
  out[i * 8 + 1] = get_global_size(1);
  out[i * 8 + 2] = get_local_size(0);
  out[i * 8 + 3] = get_local_size(1);
  out[i * 8 + 4] = get_local_size(2);
  out[i * 8 + 5] = get_work_dim();
  out[i * 8 + 6] = get_num_groups(1);
  out[i * 8 + 7] = get_enqueued_local_size(0);
}

kernel void linear_ids(global ulong *out) {
  size_t i = get_global_id(0);
  out[i * 2] = get_global_linear_id();
  out[i * 2 + 1] = get_local_linear_id();
}

kernel void out_of_range_dimension(global ulong *out) {
  size_t i = get_global_id(0);
  out[i * 3] = get_global_id(3) + get_local_id(4) + get_group_id(5) + get_global_offset(9);
  out[i * 3 + 1] = get_global_size(3) + get_local_size(4) + get_num_groups(5);
  out[i * 3 + 2] = get_global_id(1) + get_global_id(2) + get_local_id(1) + get_group_id(2);
}

kernel void int_id(global int *out) {
  int i = get_global_id(0);
  out[i] = i - (int)get_local_id(0);
}

kernel void dimension_in_variable(global ulong *out) {
  size_t i = get_global_id(0);
  for (uint d = 0; d < 4; ++d)
    out[i * 4 + d] = get_global_id(d) * 100 + get_local_size(d);
}

kernel void offset(global ulong *out) {
  size_t i = get_global_id(0);
  out[i] = get_global_offset(0) * 1000 + i - get_global_offset(0);
}

kernel void short_id(global int *out) {
  short i = (short)get_global_id(0);
  out[i] = i * i;
}

kernel void id_arithmetic(global int *out) {
  int i = (int)get_global_id(0);
  out[i] = (i * 13 + 7) % 11 + i / 3 - (i << 2) + (i & 5 ? 1 : i);
}

kernel void two_dimensions(global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  size_t i = (x + y * (get_global_size(0) + get_global_offset(0))) * 8;
  out[i] = (int)x;
  out[i + 1] = (int)y;
  out[i + 2] = (int)get_local_id(0);
  out[i + 3] = (int)get_local_id(1);
  out[i + 4] = (int)get_group_id(0);
  out[i + 5] = (int)get_group_id(1);
  out[i + 6] = (int)(get_local_size(0) * 100 + get_local_size(1));
  out[i + 7] = (int)(get_num_groups(0) * 100 + get_num_groups(1));
}

kernel void two_dimensional_copy(global int *out, global const int *in) {
  size_t i = get_global_id(0) + get_global_id(1) * (get_global_size(0) + get_global_offset(0));
  out[i] = in[i];
}

kernel void transpose(global int *out, global const int *in) {
  size_t x = get_global_id(0), y = get_global_id(1);
  size_t width = get_global_size(0) + get_global_offset(0);
  size_t height = get_global_size(1) + get_global_offset(1);
  out[x * height + y] = in[y * width + x];
}

kernel void row_condition(global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  size_t i = x + y * (get_global_size(0) + get_global_offset(0));
  if (get_local_id(1) & 1)
    out[i] = (int)(x * 2);
  else if (get_local_id(0) > 2)
    out[i] = (int)(y * 3);
  else
    out[i] = -1;
}

kernel void linear_2d(global ulong *out) {
  size_t i = get_global_id(0) + get_global_id(1) * (get_global_size(0) + get_global_offset(0));
  out[i * 2] = get_global_linear_id();
  out[i * 2 + 1] = get_local_linear_id();
}

kernel void three_dimensions(global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  size_t width = get_global_size(0) + get_global_offset(0);
  size_t height = get_global_size(1) + get_global_offset(1);
  size_t i = (x + (y + z * height) * width) * 6;
  out[i] = (int)(x + y * 100 + z * 10000);
  out[i + 1] = (int)get_local_id(0);
  out[i + 2] = (int)get_local_id(1);
  out[i + 3] = (int)get_local_id(2);
  out[i + 4] = (int)(get_group_id(0) + get_group_id(1) * 100 + get_group_id(2) * 10000);
  out[i + 5] = (int)(get_num_groups(0) + get_num_groups(1) * 100 + get_num_groups(2) * 10000);
}

kernel void linear_3d(global ulong *out) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  size_t width = get_global_size(0) + get_global_offset(0);
  size_t height = get_global_size(1) + get_global_offset(1);
  out[x + (y + z * height) * width] = get_global_linear_id();
}

kernel void uneven(global ulong *out) {
  size_t i = get_global_id(0);
  out[i * 5] = get_local_size(0);
  out[i * 5 + 1] = get_enqueued_local_size(0);
  out[i * 5 + 2] = get_group_id(0);
  out[i * 5 + 3] = get_num_groups(0);
  out[i * 5 + 4] = get_local_id(0);
}

kernel void uneven_2d(global ulong *out) {
  size_t i = (get_global_id(0) + get_global_id(1) * get_global_size(0)) * 6;
  out[i] = get_local_size(0);
  out[i + 1] = get_local_size(1);
  out[i + 2] = get_local_id(0);
  out[i + 3] = get_local_id(1);
  out[i + 4] = get_local_linear_id();
  out[i + 5] = get_group_id(1);
}
