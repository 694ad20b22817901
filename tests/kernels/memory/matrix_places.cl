// Matrices that are indexed in one dimension: i % width and i / width, for widths that are known,
// known later, powers of two, and so small that every sub-group begins a row.
//! reference
//! launch 64/16 256/64 100/50 37/37 240/40+8 96/48+3
//! kernel known_width: out int[n] | in int[n*3+300]
//! kernel width: out int[n] | in int[n*3+300] | value int 32
//! kernel width: out int[n] | in int[n*3+300] | value int 30
//! kernel width: out int[n] | in int[n*3+300] | value int 7
//! kernel width: out int[n] | in int[n*3+300] | value int 1
//! kernel width: out int[n] | in int[n*3+300] | value int -24
//! kernel width: out int[n] | in int[n*3+300] | value int -1
//! kernel wide_width: out int[n] | in int[n*3+300] | value ulong 24
//! kernel small_types: out ushort[n] | in ushort[n*3+300] | value ushort 20
//! kernel backwards: out int[n] | in int[n*3+300] | value int 24
//! kernel from_below_zero: out int[n] | in int[n*3+300] | value int 16
//! kernel three_dimensions: out int[n] | in int[n*3+300] | value int 8 | value int 3
//! kernel transpose: inout int[n*3+300] | in int[n*3+300] | value int 16
//! kernel in_branch: out int[n] | in int[n*3+300] | value int 24
//! kernel store_rows: inout int[n+99] zero | in int[n] | value int 16

kernel void known_width(global int *out, global const int *in) {
  int i = get_global_id(0);
  uint u = get_global_id(0);
  out[i] = in[i / 16 * 20 + i % 16] + in[(u >> 3) * 10 + (u & 7)] + in[u / 24 * 25 + u % 24] +
           in[(u & ~31u) + (u & 31) / 2];
}

kernel void width(global int *out, global const int *in, int width) {
  int i = get_global_id(0);
  int x = i % width, y = i / width;
  if (y < 0)
    y = -y;
  out[i] = in[y + x * 2] + in[y * 2 + x + 1] * 3 + x;
}

kernel void wide_width(global int *out, global const int *in, ulong width) {
  size_t i = get_global_id(0);
  out[i] = in[i / width * 25 + i % width];
}

kernel void small_types(global ushort *out, global const ushort *in, ushort width) {
  ushort i = (ushort)get_global_id(0);
  ushort x = (ushort)(i % width), y = (ushort)(i / width);
  out[get_global_id(0)] = (ushort)(in[y * width + x + 2] + x);
}

kernel void backwards(global int *out, global const int *in, int width) {
  int i = 300 - (int)get_global_id(0);
  int x = i % width, y = i / width;
  out[get_global_id(0)] = in[y * width + x] + in[y] * 5;
}

// Remainders of negative numbers go the other way.
kernel void from_below_zero(global int *out, global const int *in, int width) {
  int i = (int)get_global_id(0) - 40;
  int x = i % width, y = i / width;
  out[get_global_id(0)] = in[x + 20] * 3 + in[y + 20];
}

kernel void three_dimensions(global int *out, global const int *in, int width, int height) {
  int i = get_global_id(0);
  int x = i % width, y = i / width % height, z = i / (width * height);
  out[i] = in[(z * (height + 1) + y) * (width + 1) + x] + y;
}

kernel void transpose(global int *out, global const int *in, int width) {
  int i = get_global_id(0);
  out[i] = in[i % width * 16 + i / width];
}

// Lane 0 of these may not be active.
kernel void in_branch(global int *out, global const int *in, int width) {
  int i = get_global_id(0), r = 1;
  if (in[i] & 3) {
    int x = (i - in[0] % 5) % width, y = i / width;
    r = in[y * width + (x < 0 ? 0 : x)];
  }
  out[i] = r;
}

kernel void store_rows(global int *out, global const int *in, int width) {
  int i = get_global_id(0);
  out[i / width * width + (width - 1 - i % width)] = in[i] + i / width;
}
