// Sums in loops, rows of which the compiler may run together: odd numbers of rows, rows that end
// early, values that depend on the row and values that do not, barriers in between.
//! launch 16x8/16x4 16x7/16x7 32x6/16x3 48x10/16x5+3x2 16x4/16x1 33x5/33x5 12x6/4x3 64x9/32x4
//! kernel row_sums: out float[n] | in float[n+64] | in float[n+64] | value int 9
//! kernel two_sums: out float[n] | in float[n+64] | in float[n+64] | value int 7
//! kernel row_branch: out float[n] | in float[n+64] | value int 5
//! kernel shared_store: out float[n] | out float[64] | in float[n+64] | value int 6
//! kernel private_row: out float[n] | in float[n+64] | value int 8
//! launch 16x8/16x4 32x6/16x3 16x5/16x5 16x4/8x4 24x3/12x3
//! kernel row_tile: out float[n] | in float[n+64] | local float[l]
//! launch 16x4x3/16x4x3 16x6x2/16x3x2 16x5x4/16x5x1
//! kernel row_sums_3d: out float[n] | in float[n+64] | value int 9

// Products and sums of the test data are exact, so the order and fusing make no difference.
kernel void row_sums(global float *out, global const float *a, global const float *b, int count) {
  int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  float sum = 0.0f;
  for (int k = 0; k < count; ++k)
    sum = fma(a[y + k], b[x + k], sum);
  out[y * get_global_size(0) + x] = sum;
}

kernel void two_sums(global float *out, global const float *a, global const float *b, int count) {
  int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  float sum = 0.0f, other = 1.0f;
  for (int k = 0; k < count; ++k) {
    sum += a[y + k];
    other -= b[x + y + k];
  }
  out[y * get_global_size(0) + x] = sum - other;
}

kernel void row_branch(global float *out, global const float *a, int count) {
  int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  float sum = 0.0f;
  if (y & 1)
    for (int k = 0; k < count; ++k)
      sum += a[x + k];
  out[y * get_global_size(0) + x] = sum;
}

// All rows write the same value to one place, and read it back.
kernel void shared_store(global float *out, global float *shared, global const float *a,
                         int count) {
  int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  float sum = 0.0f;
  for (int k = 0; k < count; ++k)
    sum += a[k] + a[y];
  if (x < 64)
    shared[x] = a[x];
  out[y * get_global_size(0) + x] = sum + (x < 64 ? shared[x] : 0.0f);
}

kernel void private_row(global float *out, global const float *a, int count) {
  int x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
  float mine[8];
  for (int k = 0; k < count; ++k)
    mine[(k + y) & 7] = a[x + k];
  float sum = 0.0f;
  for (int k = 0; k < count; ++k)
    sum += mine[k];
  out[y * get_global_size(0) + x] = sum;
}

kernel void row_tile(global float *out, global const float *a, local float *tile) {
  int x = get_local_id(0), y = get_local_id(1), width = get_local_size(0);
  float sum = 0.0f;
  for (int round = 0; round < 3; ++round) {
    tile[y * width + x] = a[get_global_id(1) + get_global_id(0) + round];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < width; ++k)
      sum = fma(tile[y * width + k], tile[k], sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum;
}

kernel void row_sums_3d(global float *out, global const float *a, int count) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  float sum = 0.0f;
  for (int k = 0; k < count; ++k)
    sum += a[x + y + k] * a[z + k];
  out[(z * get_global_size(1) + y) * get_global_size(0) + x] = sum;
}
