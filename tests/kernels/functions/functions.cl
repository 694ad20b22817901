// Helper functions, kernels that call kernels, program-scope constants.
//! reference
//! kernel helper: out int[n] | in int[n]
//! kernel helper_in_branch: out int[n] | in int[n] range 0 9
//! kernel helper_with_loop: out int[n] | in int[n] range 0 30
//! kernel helper_with_early_return: out int[n] | in int[n] range -9 9
//! kernel helper_writes_global: out int[n] | inout int[n*2] zero | in int[n] range 0 3
//! kernel several_levels: out int[n] | in int[n]
//! kernel called_from_two_places: out int[n] | in int[n] range 0 9
//! kernel inner_kernel: out int[n] | in int[n]
//! kernel calls_kernel: out int[n] | in int[n] range 0 100
//! kernel calls_kernel_in_branch: inout int[n] | in int[n] range 0 9
//! kernel constant_table: out int[n] | in int[n] range 0 15
//! kernel constant_uniform: out int[n] | value int 7
//! kernel constant_structs: out int[n] | in int[n] range 0 2
//! kernel constant_string: out char[n] | in int[n] range 0 10
//! kernel constant_argument: out int[n] | in int[16] | in int[n] range 0 15
//! kernel constant_two_dimensions: out float[n] | in int[n] range 0 2
//! kernel pointer_to_constant: out int[n] | in int[n] range 0 9
//! kernel inline_function: out int[n] | in int[n]
//! kernel many_parameters: out int[n] | in int[n] | value int 1 | value char 2 | value short 3 | \
//! value long 4 | value float 5 | value double 6 | value uint 7 | value uchar 8 | value ulong 9
//! kernel unused_argument: out int[n] | in int[1] | value int 4 | value double 3
//! kernel same_buffer_read_twice: out int[n] | in int[n] | in int[n]

int square(int x) { return (int)((uint)x * (uint)x); }

kernel void helper(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = square(in[i]) ^ square(in[i] + 1);
}

kernel void helper_in_branch(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] > 4)
    out[i] = square(in[i]);
  else
    out[i] = square(in[i] + 10) + square(3);
}

int digits(int x) {
  int r = 0;
  while (x > 0) {
    r += x & 3;
    x -= 3;
  }
  return r;
}

kernel void helper_with_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = digits(in[i]) * 100 + digits(12);
}

int sign(int x) {
  if (x < 0)
    return -1;
  if (x == 0)
    return 0;
  for (int k = 0; k < 3; ++k)
    if (k * 3 == x)
      return k + 10;
  return 1;
}

kernel void helper_with_early_return(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = sign(in[i]) * 5 + sign(-in[i]);
}

void record(global int *log, size_t at, int value) {
  if (value & 1)
    log[at * 2] += value;
  else
    log[at * 2 + 1] -= value;
}

kernel void helper_writes_global(global int *out, global int *log, global const int *in) {
  size_t i = get_global_id(0);
  record(log, i, in[i]);
  if (in[i] > 1)
    record(log, i, in[i] + 5);
  out[i] = in[i];
}

int third(int x) { return x ^ 3; }
int second(int x) { return third(x) + third(x + 1) * 2; }
int first(int x) { return second(x) - (second(x & 7) & 0xff); }

kernel void several_levels(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = first(in[i] & 0xffff);
}

int accumulate(int seed, int count) {
  for (int k = 0; k < count; ++k)
    seed = seed * 7 + k;
  return seed;
}

kernel void called_from_two_places(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int r = accumulate(1, in[i]);
  if (in[i] & 1)
    r = accumulate(r, 3);
  out[i] = r;
}

kernel void inner_kernel(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = in[i] ^ 0x77;
}

kernel void calls_kernel(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  inner_kernel(out, in);
  out[i] += 1;
}

kernel void calls_kernel_in_branch(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] > 5)
    calls_kernel(out, in);
}

constant int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

kernel void constant_table(global int *out, global const int *at) {
  size_t i = get_global_id(0);
  out[i] = table[at[i]] * 100 + table[15 - at[i]];
}

kernel void constant_uniform(global int *out, int at) {
  out[get_global_id(0)] = table[at] + table[at + 1];
}

struct Entry {
  char name;
  int value;
};
constant struct Entry entries[3] = {{'a', 10}, {'b', 20}, {'c', 30}};

kernel void constant_structs(global int *out, global const int *at) {
  size_t i = get_global_id(0);
  out[i] = entries[at[i]].name * entries[2 - at[i]].value;
}

kernel void constant_string(global char *out, global const int *at) {
  size_t i = get_global_id(0);
  constant char *text = "hello heddle";
  out[i] = text[at[i]];
}

kernel void constant_argument(global int *out, constant int *values, global const int *at) {
  size_t i = get_global_id(0);
  out[i] = values[at[i]] ^ values[0];
}

constant float matrix[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};

kernel void constant_two_dimensions(global float *out, global const int *at) {
  size_t i = get_global_id(0);
  out[i] = matrix[at[i]][1] + matrix[2][at[i]] * 10.0f;
}

constant int other[10] = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90};

int lookUp(constant int *values, int at) { return values[at]; }

kernel void pointer_to_constant(global int *out, global const int *at) {
  size_t i = get_global_id(0);
  constant int *values = at[i] & 1 ? table : other;
  out[i] = lookUp(values, at[i]) + lookUp(other, 9 - at[i]);
}

inline __attribute__((always_inline)) int twice(int x) { return (int)((uint)x * 2u); }

kernel void inline_function(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = twice(in[i]);
}

kernel void many_parameters(global int *out, global const int *in, int a, char b, short c, long d,
                            float e, double f, uint g, uchar h, ulong j) {
  size_t i = get_global_id(0);
  out[i] = (in[i] & 0xff) + a + b * 2 + c * 3 + (int)d * 4 + (int)e * 5 + (int)f * 6 + (int)g * 7 +
           h * 8 + (int)j * 9;
}

kernel void unused_argument(global int *out, global const int *unused, int a, double b) {
  out[get_global_id(0)] = a;
}

kernel void same_buffer_read_twice(global int *out, global const int *restrict a,
                                   global const int *restrict b) {
  size_t i = get_global_id(0);
  out[i] = a[i] ^ b[i] ^ a[0] ^ b[0];
}
