// Private arrays that are filled or copied as a whole, and then accessed by elements.
//! reference
//! kernel counts: out int[n*16] | in uchar[n*12]
//! kernel many_counts: out int[n] | in uchar[n*12]
//! kernel some_fill: out int[n] | in int[n*6] range 0 7
//! kernel all_ones: out long[n*20] | in int[n] range 0 19
//! kernel tail: out int[n*12] | in int[n] range 0 11
//! kernel table: out int[n] | in int[n*4] range 0 31
//! kernel exchanged: out int[n*6] | in int[n*6] range 0 5
//! kernel long_copy: out int[n] | in int[n*4] range 0 19
//! kernel bytes: out uint[n] | in int[n] range 0 7

kernel void counts(global int *out, global const uchar *in) {
  size_t i = get_global_id(0);
  int a[16] = {0};
  for (int k = 0; k < 12; ++k)
    ++a[in[i * 12 + k] & 15];
  for (int k = 0; k < 16; ++k)
    out[i * 16 + k] = a[k];
}

kernel void many_counts(global int *out, global const uchar *in) {
  size_t i = get_global_id(0);
  int a[256] = {0};
  for (int k = 0; k < 12; ++k)
    ++a[in[i * 12 + k]];
  int r = 0;
  for (int k = 0; k < 256; ++k)
    r = r * 31 + a[k];
  out[i] = r;
}

// Now and then, by those that want it.
kernel void some_fill(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a[20] = {0};
  int r = 0;
  for (int k = 0; k < 6; ++k) {
    int at = in[i * 6 + k];
    if (at < 3)
      for (int j = 0; j < 18; ++j)
        a[j] = 0;
    a[at + 2 * k] += 5 + k;
    r = r * 7 + a[2 * at];
  }
  out[i] = r;
}

kernel void all_ones(global long *out, global const int *in) {
  size_t i = get_global_id(0);
  long a[20];
  for (int k = 0; k < 20; ++k)
    a[k] = -1;
  a[in[i]] = 7;
  for (int k = 0; k < 20; ++k)
    out[i * 20 + k] = a[k];
}

kernel void tail(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a[12] = {4, 5, 6};
  a[in[i]] += 9;
  for (int k = 0; k < 12; ++k)
    out[i * 12 + k] = a[k];
}

kernel void table(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a[32] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3,
               2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5};
  int r = 0;
  for (int k = 0; k < 4; ++k) {
    int at = in[i * 4 + k];
    r = r * 11 + a[at];
    a[31 - at] ^= at;
  }
  out[i] = r;
}

struct Six {
  int a[6];
};

kernel void exchanged(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  struct Six one, other;
  for (int k = 0; k < 6; ++k)
    one.a[k] = k * 3;
  for (int k = 0; k < 6; ++k) {
    other = one;
    one.a[in[i * 6 + k]] += other.a[in[i * 6 + (k + 1) % 6]] + k;
  }
  for (int k = 0; k < 6; ++k)
    out[i * 6 + k] = one.a[k] + other.a[k];
}

struct Twenty {
  int a[20];
};

kernel void long_copy(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  struct Twenty one, other;
  for (int k = 0; k < 20; ++k)
    one.a[k] = k * 3;
  int r = 0;
  for (int k = 0; k < 4; ++k) {
    int at = in[i * 4 + k];
    if (at > 9)
      other = one;
    else if (k == 0)
      for (int j = 0; j < 20; ++j)
        other.a[j] = j;
    one.a[at] += 1 + other.a[19 - at];
    r = r * 13 + one.a[k];
  }
  out[i] = r;
}

kernel void bytes(global uint *out, global const int *in) {
  size_t i = get_global_id(0);
  uchar a[8] = {0};
  a[in[i]] = 200;
  uint r = 0;
  for (int k = 0; k < 8; ++k)
    r = r * 3 + a[(k + in[i]) & 7];
  out[i] = r;
}
