// Functions that stay functions: declared so, or too large to be copied to each of their calls.
//! reference
//! launch 64/16 37/37 20/5
//! kernel called: out int[n] | in int[n] range 0 40 | in int[16] | value int 3
//! kernel called_in_divergent_loop: out int[n] | in int[n] range 0 9
//! kernel knows_its_work_item: out int[n] | in int[n] range 0 9
//! kernel takes_and_returns_struct: out int[n] | in int[n] range 0 99
//! kernel writes_through_pointers: out int[n] | in int[n] range 0 99
//! kernel grows_exponentially: out uint[n] | in uint[n]
//! kernel writes_global_memory: inout int[n] | in int[n] range 0 9
//! kernel all_lanes_alike: out int[n] | value int 5
//! reference off
//! kernel called_with_vectors: out float[n] | in int[n] range 0 99

__attribute__((noinline)) int search(int x, global const int *table, int n) {
  int r = 0;
  for (int i = 0; i < (x & 7); ++i) {
    if (table[i] == n)
      continue;
    r += table[(i + x) & 15] & 0xff;
    if (r > 300)
      return -r;
  }
  switch (x & 3) {
  case 0:
    return r;
  case 1:
    r += 3;
  default:
    return r + x;
  }
}

kernel void called(global int *out, global const int *in, global const int *table, int n) {
  size_t i = get_global_id(0);
  int v = in[i];
  if (v > 3)
    v = search(v, table, n) ^ search(n, table, v);
  out[i] = v + search(i & 7, table, 2);
}

kernel void called_in_divergent_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int v = 0;
  for (int k = 0; k < in[i]; ++k) {
    v = search(v + k, in, k);
    if (v < -400)
      break;
  }
  out[i] = v;
}

__attribute__((noinline)) int inner_id(int x) {
  return x * 100 + (int)get_local_id(0) + (int)get_group_id(0) * 3;
}
__attribute__((noinline)) int outer_id(int x) {
  return x > 4 ? inner_id(x) : (int)get_global_id(0) - inner_id(-x) + (int)get_local_size(0);
}

kernel void knows_its_work_item(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = outer_id(in[i]);
}

struct Triple {
  int a;
  char b[3];
  long c;
};
__attribute__((noinline)) struct Triple change(struct Triple t, int k) {
  t.a += k;
  t.b[k % 3] = (char)t.a;
  if (k & 1)
    t.c -= t.b[1];
  return t;
}

kernel void takes_and_returns_struct(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  struct Triple t = {in[i], {1, 2, 3}, 5};
  struct Triple u = change(t, in[i] & 15);
  if (in[i] > 30)
    u = change(u, 4);
  out[i] = t.a + u.a * 3 + u.b[0] + u.b[1] * 7 + u.b[2] * 5 + (int)u.c;
}

__attribute__((noinline)) void advance(int *where, int *const *all, int k) {
  *where += k;
  *all[k & 1] ^= 5 * k;
}

kernel void writes_through_pointers(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i], y = 7, array[4] = {1, 2, 3, 4};
  int *all[2] = {&x, &y};
  advance(&array[x & 3], (int *const *)all, 3);
  advance(x & 4 ? &x : &y, (int *const *)all, x & 7);
  all[1] = &array[y & 3];
  if (y & 1)
    advance(all[1], (int *const *)all, 9);
  out[i] = x + y * 3 + array[0] * 5 + array[1] * 7 + array[2] * 11 + array[3] * 13;
}

#ifdef __OPENCL_VERSION__
__attribute__((noinline)) float4 mix3(float4 a, float2 b, uchar c) {
  if (c & 1)
    a.xz = b;
  else
    a = a.wzyx * b.x;
  return a + (float4)(c, 1, 2, 3);
}

kernel void called_with_vectors(global float *out, global const int *in) {
  size_t i = get_global_id(0);
  float4 v = mix3((float4)(1, 2, in[i], 4), (float2)(in[i], 3), (uchar)in[i]);
  v = mix3(v, v.yw, 3);
  out[i] = v.x + v.y * 2 + v.z * 4 + v.w * 8;
}
#endif

// Each level calls the one below three times: 3^6 copies of the lowest.
#define LINE(k) x = (x ^ (x >> 3)) * (k + 3u) + (x & k ? y : y * 5u); y += x >> (k & 15u);
#define LINES(k) LINE(k) LINE(k + 1) LINE(k + 2) LINE(k + 3) LINE(k + 4) LINE(k + 5)
uint grow0(uint x, uint y) {
  LINES(0u) LINES(6u)
  return x ^ y;
}
#define LEVEL(level, below)                                                                        \
  uint grow##level(uint x, uint y) {                                                               \
    if (x & 1u)                                                                                    \
      y = below(y, x);                                                                             \
    LINES(level##u)                                                                                \
    return below(x, y) ^ below(y + level, x);                                                      \
  }
LEVEL(1, grow0)
LEVEL(2, grow1)
LEVEL(3, grow2)
LEVEL(4, grow3)
LEVEL(5, grow4)
LEVEL(6, grow5)

kernel void grows_exponentially(global uint *out, global const uint *in) {
  size_t i = get_global_id(0);
  out[i] = i % 16 ? grow2(in[i], (uint)i) : grow6(in[i], 3u);
}

__attribute__((noinline)) void record(global int *log, size_t at, int value) {
  if (value & 1)
    log[at] += value;
  else if (value > 4)
    log[at] -= 2;
}

kernel void writes_global_memory(global int *log, global const int *in) {
  size_t i = get_global_id(0);
  record(log, i, in[i]);
  if (in[i] > 6)
    record(log, i, 1);
}

__attribute__((noinline)) int same(int n) {
  int r = 1;
  while (n-- > 0)
    r = r * 3 + n;
  return r;
}

kernel void all_lanes_alike(global int *out, int n) {
  size_t i = get_global_id(0);
  out[i] = same(n) + (int)i;
}
