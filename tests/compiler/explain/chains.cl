// Loops in which each operation waits for the one before get two registers of lanes.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: kernel 'generator'
// CHECK:         sub-group size 32: several registers of floats
kernel void generator(global uint *out, uint rounds) {
  uint x = get_global_id(0);
  for (uint r = 0; r < rounds; ++r) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  out[get_global_id(0)] = x;
}

// CHECK-LABEL: kernel 'lookups'
// CHECK:         sub-group size 32: several registers of floats
kernel void lookups(global uint *out, global const uint *table, uint rounds) {
  uint x = get_global_id(0);
  for (uint r = 0; r < rounds; ++r)
    x = table[x & 255] ^ (x >> 8);
  out[get_global_id(0)] = x;
}

// Enough is independent of each other.
// CHECK-LABEL: kernel 'wide'
// CHECK:         sub-group size 16: as many floats
kernel void wide(global uint4 *out, uint rounds) {
  uint4 x = (uint4)(get_global_id(0)) + (uint4)(1, 2, 3, 4), y = x * 3;
  for (uint r = 0; r < rounds; ++r) {
    x ^= x << 13;
    y ^= y << 13;
    x ^= x >> 17;
    y ^= y >> 17;
  }
  out[get_global_id(0)] = x ^ y;
}

// The mask of a round waits for the one before, though twice as many lanes wait for the slowest.
// CHECK-LABEL: kernel 'until_it_is_small'
// CHECK:         sub-group size 32: several registers of floats
kernel void until_it_is_small(global uint *out, uint limit) {
  uint x = get_global_id(0), steps = 0;
  while (x > limit) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    ++steps;
  }
  out[get_global_id(0)] = steps;
}

// Of a work-group that meets, few may share a row.
// CHECK-LABEL: kernel 'until_all_are_small'
// CHECK:         sub-group size 16: as many floats
kernel void until_all_are_small(global uint *out, uint limit, local uint *shared) {
  uint x = get_global_id(0), steps = 0;
  while (x > limit) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    ++steps;
  }
  shared[get_local_id(0)] = steps;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[get_local_id(0) ^ 1];
}

// Rows of 16 are common in work-groups, and a sub-group would hold two of them.
// CHECK-LABEL: kernel 'rows_of_groups'
// CHECK:         sub-group size 16: as many floats
kernel void rows_of_groups(global uint *out, uint rounds) {
  uint x = get_local_id(0) + 1000 * get_local_id(1);
  for (uint r = 0; r < rounds; ++r) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = x;
}

// CHECK-LABEL: kernel 'rows_of_the_range'
// CHECK:         sub-group size 32: several registers of floats
kernel void rows_of_the_range(global uint *out, uint rounds) {
  uint x = get_global_id(0) + 1000 * get_global_id(1);
  for (uint r = 0; r < rounds; ++r) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = x;
}

// Rows may end inside of a sub-group, with more lanes more often, and how long they are is known to
// launches alone.
// CHECK-LABEL: kernel 'across_rows'
// CHECK:         sub-group size 16: one register of floats, since rows may end inside of more
// CHECK-NEXT:    may be quicker at 8, 32: tried by launches
kernel void across_rows(global float *out, global const float *in, global const float *factors,
                        int columns, int taps) {
  int id = get_global_id(0), row = id / columns, column = id % columns;
  float sum = 0;
  for (int t = 0; t < taps; ++t)
    sum += in[(row + t) * (columns + taps) + column] * factors[t];
  out[id] = sum;
}

// Nothing is read at that place.
// CHECK-LABEL: kernel 'numbers_of_rows'
// CHECK:         sub-group size 32: several registers of floats
kernel void numbers_of_rows(global uint *out, uint columns, uint rounds) {
  uint id = get_global_id(0), x = id % columns;
  for (uint r = 0; r < rounds; ++r) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  out[id] = x;
}

// What is called is not looked at, and its form is shared with other kernels.
__attribute__((noinline)) uint step(uint x) {
  for (uint r = 0; r < x; ++r)
    x ^= x << 13;
  return x;
}

// CHECK-LABEL: kernel 'calls'
// CHECK:         sub-group size 16: as many floats
kernel void calls(global uint *out, uint rounds) {
  uint x = get_global_id(0);
  for (uint r = 0; r < rounds; ++r)
    x = step(x) ^ x >> 17;
  out[get_global_id(0)] = x;
}
