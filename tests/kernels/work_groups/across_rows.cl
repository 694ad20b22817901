// Accesses along both dimensions. Work-groups that no kernel can tell are squares, others run in bands.
//! options -cl-std=CL3.0
//! launch 64x48 64x48/16x16 64x48/64x1 64x48/1x48 40x24/8x8 33x17/7x5 33x17+5x3 100x3 3x100/3x4 1x64 64x1
//! kernel scattered: in int[n] random | out int[n]
//! kernel gathered: in uchar[n] random | out uchar[n]
//! launch 64x48/16x16 64x48/64x1 64x48/1x48 40x24/8x8 33x17/7x5 32x16/8x8+5x3 3x100/3x4
//! kernel of_group: in long[n] random | out long[n]
//! kernel shared: in int[n] random | out int[n]

#define WIDTH (get_global_offset(0) + get_global_size(0))
#define HEIGHT (get_global_offset(1) + get_global_size(1))

kernel void scattered(global const int *in, global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * HEIGHT + y] = in[y * WIDTH + x] + (int)x;
}

kernel void gathered(global const uchar *in, global uchar *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[y * WIDTH + x] = in[x * HEIGHT + y];
}

kernel void of_group(global const long *in, global long *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * HEIGHT + y] =
      in[y * WIDTH + x] + (long)(get_group_id(0) * 1000 + get_group_id(1)) * (get_local_id(0) + 1);
}

kernel void shared(global const int *in, global int *out) {
  local int first;
  size_t x = get_global_id(0), y = get_global_id(1);
  if (get_local_id(0) == 0 && get_local_id(1) == 0)
    first = in[y * WIDTH + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x * HEIGHT + y] = in[y * WIDTH + x] - first;
}
