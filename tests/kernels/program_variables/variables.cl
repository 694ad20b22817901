// Variables of program scope in global and constant memory, and static variables of functions, as
// their initializers leave them; what kernels write is in tests/api/program_variables.cpp.
//! untyped off
//! reference
//! launch 64/16 33/33 17/5
//! kernel initialized: out int[n] | in int[n] range 0 100
//! kernel aligned: out ulong[n]
//! kernel through_pointers: out int[n] | in int[n] range 0 3
//! kernel pointer_tables: out float[n] | in int[n] range 0 2
//! kernel structures: out int[n] | in int[n] range 0 3
//! kernel static_in_functions: out int[n] | in int[n]
//! kernel zeros: out int[n] | in int[n] range 0 999
//! kernel names_of_the_c_library: out int[n]

global int scalar = 42;
global short shorts[5] = {1, -2, 3, -4, 5};
global ulong wide = 0x123456789abcdef0ul;
constant float factors[4] = {0.5f, 1.5f, 2.5f, 3.5f};
constant float others[3] = {-1.0f, -2.0f, -3.0f};
const global uchar bytes[] = {9, 8, 7};

kernel void initialized(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = scalar + shorts[in[i] % 5] + (int)(wide >> (in[i] % 60)) +
           (int)(2 * factors[in[i] & 3]) + bytes[in[i] % 3];
}

// An odd byte between them must not move the others.
global char odd = 1;
global long long_variable = 2;
global char odder = 3;
global int wide_array[16] __attribute__((aligned(64))) = {4};
global char oddest = 5;

kernel void aligned(global ulong *out) {
  size_t i = get_global_id(0);
  out[i] = ((ulong)&long_variable & 7) + ((ulong)&wide_array[0] & 63) + odd + odder + oddest +
           long_variable + wide_array[0];
}

global int table[4] = {10, 20, 30, 40};
global int *global inside = &table[2];
global int *global *global to_pointer = &inside;
constant int constants[4] = {5, 6, 7, 8};
constant int *constant to_constant = constants + 1;

kernel void through_pointers(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = *inside + inside[1] + **to_pointer + to_constant[in[i] - 1] + (int)(inside - table);
}

constant float *constant tables[3] = {factors, others, factors + 1};

kernel void pointer_tables(global float *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = tables[in[i]][i % 3];
}

typedef struct Node {
  int value;
  char small;
  global struct Node *next;
} Node;
global Node third = {3, 'c', 0};
global Node second = {2, 'b', &third};
global Node first = {1, 'a', &second};
global Node nodes[2] = {{7, 'x', &first}, {8, 'y', &second}};

kernel void structures(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  int left = in[i];
  for (global Node *node = &first; node && left >= 0; node = node->next, --left)
    sum = sum * 10 + node->value + node->small;
  out[i] = sum + nodes[in[i] & 1].next->value;
}

int helper(int x) {
  static global int base = 100;
  static constant int steps[3] = {1, 2, 3};
  return base + steps[x & 1];
}

int other_helper(int x) {
  static global int base = 1000;
  return base + x;
}

kernel void static_in_functions(global int *out, global const int *in) {
  static global int base = 7;
  size_t i = get_global_id(0);
  out[i] = base + helper(in[i]) + other_helper(in[i] & 15);
}

global int untouched[1000];
static global int hidden;

kernel void zeros(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = untouched[in[i]] + hidden + 1;
}

global int errno = 11;
global int environ = 12;
global int stdout = 13;

kernel void names_of_the_c_library(global int *out) {
  out[get_global_id(0)] = errno + environ + stdout;
}
