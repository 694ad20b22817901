// Indices that are made of bits: partners at a distance that is a power of two, as sorts, transforms
// and scans have them. Lanes lie side by side where the distance is that of a sub-group and more.
//! launch 64/64 128/32 96/16 40/8 64/16+32 64/16+3
//! kernel partners: out int[n] | in int[n+128] | value int 32
//! kernel partners: out int[n] | in int[n+128] | value int 4
//! kernel partners: out int[n] | in int[n+128] | value int 1
//! kernel halves_of_pairs: out int[n] | in int[2*n+256] | value int 5
//! kernel halves_of_pairs: out int[n] | in int[2*n+256] | value int 2
//! kernel halves_of_pairs: out int[n] | in int[2*n+256] | value int 0
//! kernel spread: out int[2*n+128] | in int[n] | value int 32
//! kernel spread: out int[2*n+128] | in int[n] | value int 2
//! kernel masks: out int[n] | in int[n+128] | value int 31
//! kernel masks: out int[n] | in int[n+128] | value int -32
//! kernel masks: out int[n] | in int[n+128] | value int 21
//! kernel backwards: out int[n] | in int[256]

kernel void partners(global int *out, global const int *in, int distance) {
  int i = get_global_id(0);
  out[i] = in[i ^ distance] - 3 * in[i | distance] + in[i ^ 64];
}

kernel void halves_of_pairs(global int *out, global const int *in, int bits) {
  uint i = (uint)get_global_id(0), distance = 1u << bits;
  uint left = i % distance + i / distance * (2 * distance);
  out[i] = in[left] - 3 * in[left + distance];
}

kernel void spread(global int *out, global const int *in, int distance) {
  int i = get_global_id(0), low = i & (distance - 1), to = 2 * i - low;
  out[to] = in[i];
  out[to + distance] = -in[i];
}

kernel void masks(global int *out, global const int *in, int mask) {
  int i = get_global_id(0);
  out[i] = in[i & mask] + 3 * in[i & ~mask];
}

kernel void backwards(global int *out, global const int *in) {
  int i = get_global_id(0);
  out[i] = in[255 & ~i];
}
