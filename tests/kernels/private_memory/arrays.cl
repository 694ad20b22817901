// Private arrays with constant, uniform and divergent indices.
//! reference
//! kernel constant_index: out int[n] | in int[n]
//! kernel uniform_index: out int[n] | in int[n*8] | value int 5
//! kernel uniform_loop: out int[n*2] | in int[n*8]
//! kernel divergent_index: out int[n] | in int[n*8] | in int[n] range 0 7
//! kernel divergent_store: out int[n*8] | in int[n] range 0 7
//! kernel divergent_store_in_branch: out int[n*4] | in int[n] range 0 7
//! kernel char_array: out int[n] | in uchar[n*16]
//! kernel short_array: out int[n] | in short[n*8] | in int[n] range 0 7
//! kernel long_array: out long[n] | in long[n*4] | in int[n] range 0 3
//! kernel float_array: out float[n] | in float[n*4] | in int[n] range 0 3
//! kernel two_dimensions: out int[n] | in int[n] range 0 3 | in int[n] range 0 3
//! kernel insertion_sort: inout int[n*9]
//! kernel histogram: out int[n*8] | in uchar[n*12]
//! kernel pointer_into_array: out int[n] | in int[n*8] | in int[n] range 0 3
//! kernel pointer_choice: out int[n*2] | in int[n]
//! kernel passed_on: out int[n] | in int[n*6]
//! kernel address_of_scalar: out int[n*2] | in int[n]
//! kernel stack: out int[n] | in uchar[n*12]
//! kernel initialized: out int[n] | in int[n] range 0 9
//! kernel copied: out int[n*3] | in int[n] range 0 2
//! kernel sieve: out int[n] | in int[n] range 2 60
//! kernel loop_live: out int[n] | in int[n] range 1 7
//! kernel partial_bytes: out uint[n] | in uint[n] | in uint[n] range 0 3
//! kernel large_array: out int[n] | in int[n] range 0 255

kernel void constant_index(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a[4];
  a[0] = in[i];
  a[1] = a[0] ^ 5;
  a[2] = a[1] | 8;
  a[3] = a[0] & a[2];
  out[i] = a[3] ^ a[1];
}

kernel void uniform_index(global int *out, global const int *in, int at) {
  size_t i = get_global_id(0);
  int a[8];
  for (int k = 0; k < 8; ++k)
    a[k] = in[i * 8 + k];
  a[at - 1] = 3;
  out[i] = a[at] ^ a[at - 1];
}

kernel void uniform_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a[8];
  for (int k = 0; k < 8; ++k)
    a[k] = in[i * 8 + k];
  int sum = 0, last = 0;
  for (int k = 7; k >= 0; --k) {
    sum = sum * 31 + a[k];
    last = a[k];
  }
  out[i * 2] = sum;
  out[i * 2 + 1] = last;
}

kernel void divergent_index(global int *out, global const int *in, global const int *at) {
  size_t i = get_global_id(0);
  int a[8];
  for (int k = 0; k < 8; ++k)
    a[k] = in[i * 8 + k];
  out[i] = a[at[i]];
}

kernel void divergent_store(global int *out, global const int *at) {
  size_t i = get_global_id(0);
  int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  a[at[i]] = 100;
  a[(at[i] + 3) & 7] += 50;
  for (int k = 0; k < 8; ++k)
    out[i * 8 + k] = a[k];
}

kernel void divergent_store_in_branch(global int *out, global const int *at) {
  size_t i = get_global_id(0);
  int a[4] = {1, 2, 3, 4};
  if (at[i] > 3)
    a[at[i] - 4] = 9;
  else
    a[3 - at[i]] *= 10;
  for (int k = 0; k < 4; ++k)
    out[i * 4 + k] = a[k];
}

kernel void char_array(global int *out, global const uchar *in) {
  size_t i = get_global_id(0);
  uchar a[16];
  for (int k = 0; k < 16; ++k)
    a[k] = in[i * 16 + k];
  int r = 0;
  for (int k = 0; k < 16; ++k)
    r = r * 3 + a[a[k] & 15];
  out[i] = r;
}

kernel void short_array(global int *out, global const short *in, global const int *at) {
  size_t i = get_global_id(0);
  short a[8];
  for (int k = 0; k < 8; ++k)
    a[7 - k] = in[i * 8 + k];
  a[at[i]] = 77;
  int r = 0;
  for (int k = 0; k < 8; ++k)
    r = r * 3 + a[k];
  out[i] = r;
}

kernel void long_array(global long *out, global const long *in, global const int *at) {
  size_t i = get_global_id(0);
  long a[4];
  for (int k = 0; k < 4; ++k)
    a[k] = in[i * 4 + k] ^ k;
  out[i] = a[at[i]] ^ a[3 - at[i]];
}

kernel void float_array(global float *out, global const float *in, global const int *at) {
  size_t i = get_global_id(0);
  float a[4];
  for (int k = 0; k < 4; ++k)
    a[k] = in[i * 4 + k] * 2.0f;
  a[at[i]] = -a[at[i]];
  out[i] = (a[0] + a[1]) + (a[2] + a[3]);
}

kernel void two_dimensions(global int *out, global const int *x, global const int *y) {
  size_t i = get_global_id(0);
  int a[4][4];
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c)
      a[r][c] = r * 10 + c;
  a[x[i]][y[i]] += 1000;
  int sum = 0;
  for (int k = 0; k < 4; ++k)
    sum = sum * 7 + a[k][x[i]] + a[y[i]][k];
  out[i] = sum;
}

kernel void insertion_sort(global int *data) {
  size_t i = get_global_id(0);
  int a[9];
  for (int k = 0; k < 9; ++k)
    a[k] = data[i * 9 + k];
  for (int k = 1; k < 9; ++k) {
    int x = a[k], m = k - 1;
    while (m >= 0 && a[m] > x) {
      a[m + 1] = a[m];
      --m;
    }
    a[m + 1] = x;
  }
  for (int k = 0; k < 9; ++k)
    data[i * 9 + k] = a[k];
}

kernel void histogram(global int *out, global const uchar *in) {
  size_t i = get_global_id(0);
  int bins[8] = {0};
  for (int k = 0; k < 12; ++k)
    ++bins[in[i * 12 + k] >> 5];
  for (int k = 0; k < 8; ++k)
    out[i * 8 + k] = bins[k];
}

kernel void pointer_into_array(global int *out, global const int *in, global const int *at) {
  size_t i = get_global_id(0);
  int a[8];
  for (int k = 0; k < 8; ++k)
    a[k] = in[i * 8 + k];
  int *p = a + at[i];
  *p++ = 5;
  p[2] ^= *p;
  int r = (int)(p - a);
  for (int k = 0; k < 8; ++k)
    r = r * 3 + a[k];
  out[i] = r;
}

kernel void pointer_choice(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a = in[i], b = in[i] ^ 0xff;
  int *p = a & 1 ? &a : &b;
  *p = 10;
  out[i * 2] = a;
  out[i * 2 + 1] = b;
}

int sumOf(const int *values, int count) {
  int sum = 0;
  for (int k = 0; k < count; ++k)
    sum = sum * 5 + values[k];
  return sum;
}

void reverse(int *values, int count) {
  for (int k = 0; k < count / 2; ++k) {
    int t = values[k];
    values[k] = values[count - 1 - k];
    values[count - 1 - k] = t;
  }
}

kernel void passed_on(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a[6];
  for (int k = 0; k < 6; ++k)
    a[k] = in[i * 6 + k];
  if (a[0] & 1)
    reverse(a, 6);
  out[i] = sumOf(a, 6);
}

void setBoth(int *a, int *b, int value) {
  *a = value / 2;
  *b = value - *a;
}

kernel void address_of_scalar(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a = 1, b = 2;
  if (in[i] > 0)
    setBoth(&a, &b, in[i]);
  else
    setBoth(&b, &a, in[i]);
  out[i * 2] = a;
  out[i * 2 + 1] = b;
}

// A tree walk with a stack of its own in each lane.
kernel void stack(global int *out, global const uchar *in) {
  size_t i = get_global_id(0);
  int values[16], top = 0, r = 0;
  values[top++] = 1;
  while (top > 0) {
    int node = values[--top];
    r = r * 3 + node;
    if (node < 12) {
      if (in[i * 12 + node] & 1)
        values[top++] = node * 2;
      if (in[i * 12 + node] & 2)
        values[top++] = node * 2 + 1;
    }
  }
  out[i] = r;
}

kernel void initialized(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  const int table[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
  int rest[10] = {7, 8};
  rest[in[i]] += table[in[i]];
  out[i] = rest[0] + rest[1] * 10 + rest[9] * 100 + table[9 - in[i]] * 1000;
}

kernel void copied(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a[3] = {1, 2, 3}, b[3];
  for (int k = 0; k < 3; ++k)
    b[k] = a[k];
  b[in[i]] = 0;
  for (int k = 0; k < 3; ++k)
    out[i * 3 + k] = a[k] * 10 + b[k];
}

kernel void sieve(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  uchar composite[64];
  for (int k = 0; k < 64; ++k)
    composite[k] = 0;
  int primes = 0;
  for (int k = 2; k < in[i]; ++k) {
    if (composite[k])
      continue;
    ++primes;
    for (int m = k * k; m < in[i]; m += k)
      composite[m] = 1;
  }
  out[i] = primes;
}

// The array lives on from one turn of a divergent loop to the next.
kernel void loop_live(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int ring[4] = {1, 2, 3, 4};
  for (int k = 0; k < in[i] * 2; ++k)
    ring[k & 3] = ring[(k + 1) & 3] + ring[(k * in[i]) & 3];
  out[i] = ring[0] ^ ring[1] ^ ring[2] ^ ring[3];
}

// Bytes of a word through a pointer of another type.
kernel void partial_bytes(global uint *out, global const uint *in, global const uint *at) {
  size_t i = get_global_id(0);
  uint word = in[i];
  uchar *bytes = (uchar *)&word;
  bytes[at[i]] = 0x5a;
  bytes[0] ^= bytes[3];
  out[i] = word;
}

kernel void large_array(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a[256];
  for (int k = 0; k < 256; ++k)
    a[k] = k * 3;
  a[in[i]] = -1;
  int sum = 0;
  for (int k = in[i]; k < 256; k += 17)
    sum += a[k] + a[(k * 7) & 255];
  out[i] = sum;
}
