// Indices that are kept within bounds: what most lanes access lies side by side, and at a border some
// of them are elsewhere.
//! launch 64/64 40/16 33/11 7/7 48/16+5
//! kernel clamped: out int[n] | in int[n+8] | value int 30
//! kernel periodic: out int[n] | in int[n+8] | value int 30
//! kernel reflected: out int[n] | in int[n+40] | value int 24
//! kernel unsigned_bounds: out int[n] | in int[n+8] | value uint 30
//! kernel one_of_two_places: out int[n] | in int[n+80] | value int 21
//! kernel in_branch: out int[n] | in int[n+8] | value int 30
//! kernel scattered: out int[n+8] | in int[n] | value int 30
//! kernel shorts: out int[n] | in short[n+8] | value int 30
//! launch 256/64 128/32 96/8 72/24
//! kernel neighbours: out int[n] | in int[n+256]

kernel void clamped(global int *out, global const int *in, int width) {
  int i = get_global_id(0);
  int left = max(i - 1, 3), right = min(i + 1, width - 1), both = max(min(i + 2, width - 2), 4);
  out[i] = in[left] - in[right] * 3 + in[both] * 7;
}

kernel void periodic(global int *out, global const int *in, int width) {
  int i = get_global_id(0);
  int right = i == width - 1 ? 0 : i + 1, left = i == 0 ? width - 1 : i - 1;
  int far = i + 3 < width ? i + 3 : i + 3 - width;
  out[i] = in[left] - in[right] * 3 + in[far & 31] * 7;
}

kernel void reflected(global int *out, global const int *in, int width) {
  int i = get_global_id(0), j = i % (2 * width);
  out[i] = in[j < width ? j : 2 * width - 1 - j] + in[abs(i - 5)];
}

kernel void unsigned_bounds(global int *out, global const int *in, uint width) {
  uint i = (uint)get_global_id(0);
  out[i] = in[min(i - 2, width)] + in[max(i, width - 5) & 31] + in[min(2 * i, width)];
}

// On both sides of a border lanes lie side by side, far from one another.
kernel void one_of_two_places(global int *out, global const int *in, int border) {
  int i = get_global_id(0);
  out[i] = in[i + (i < border ? 40 : 1)] + in[i < border ? 40 : 1];
}

// Lanes that are not there may be beyond the border.
kernel void in_branch(global int *out, global const int *in, int width) {
  int i = get_global_id(0), value = i;
  if (i % 5 != 2 && i > 3)
    value = in[min(i, width - 7)] + in[i == width ? 2 : i - 1];
  out[i] = value;
}

kernel void scattered(global int *out, global const int *in, int width) {
  int i = get_global_id(0), n = get_global_size(0) + get_global_offset(0);
  out[i == n - 1 ? 0 : i + 1] = in[i] + width;
}

kernel void shorts(global int *out, global const short *in, int width) {
  int i = get_global_id(0);
  out[i] = in[min(i + 1, width - 1)] + in[i == 0 ? width : i - 1];
}

// A grid of 16 columns and 8 rows that goes on at its other end, counted in one dimension.
kernel void neighbours(global int *out, global const int *in) {
  uint n = (uint)get_global_id(0), x = n % 16, y = n / 16 % 8, z = n / 128 * 128;
  uint right = (x + 1) % 16, left = (x + 15) % 16;
  uint below = (y + 1) % 8 * 16, above = (y + 7) % 8 * 16;
  out[n] = in[left + y * 16 + z] + 2 * in[right + above + z] + 3 * in[x + below + z] +
           4 * in[left + below + z] + 5 * in[x + above + z];
}
