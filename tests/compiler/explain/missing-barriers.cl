// Where a barrier is missing that a GPU has no need of, since a small work-group goes on in step there, work-items are not
// run one after another, nor tried so: one would write what the next has yet to read. They get as many lanes as a warp.
// Checks are to find the races in between: a register is enough.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --explain --checks --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=CHECKS

// What each work-item would rather do by itself.
#define COUNT                                                                                                          \
  local uint next[16 * 16], part[64];                                                                                  \
  int l = get_local_id(0);                                                                                             \
  uint sum = 0;                                                                                                        \
  for (int i = 0; i < n; ++i) {                                                                                        \
    uint key = keys[get_global_id(0) * n + i];                                                                         \
    sum += out[next[(key & 15) * 16 + l]++] += key;                                                                    \
  }

#define COLUMNS(meet)                                                                                                  \
  for (int round = 0; round < 4; ++round) {                                                                            \
    for (int i = 0; i < 4; ++i)                                                                                        \
      part[4 * l + i] = sum >> i * round;                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    sum += part[l] + part[16 + l] + part[32 + l];                                                                      \
    meet;                                                                                                              \
  }                                                                                                                    \
  out[get_global_id(0)] = sum

// CHECKS-LABEL: kernel 'columns'
// CHECKS:         sub-group size 16: its work-items rely on going on in step
// CHECK-LABEL: kernel 'columns'
// CHECK:         sub-group size 32: its work-items rely on going on in step
// CHECK-NOT:     may be quicker
kernel void columns(global const uint *keys, global uint *out, int n) {
  COUNT;
  COLUMNS();
}

// CHECK-LABEL: kernel 'columns_meet'
// CHECK:        sub-group size {{[0-9]+: (as|its lanes|in|one|several)}}
// CHECK:         may be quicker at {{.*}}16
kernel void columns_meet(global const uint *keys, global uint *out, int n) {
  COUNT;
  COLUMNS(barrier(CLK_LOCAL_MEM_FENCE));
}

#define TREE(meet)                                                                                                     \
  part[l] = sum;                                                                                                       \
  part[l + 32] = 0;                                                                                                    \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  if (l < 8)                                                                                                           \
    part[l] += part[l + 8];                                                                                            \
  meet;                                                                                                                \
  if (l < 4)                                                                                                           \
    part[l] += part[l + 4];                                                                                            \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  out[get_global_id(0)] = part[0]

// CHECK-LABEL: kernel 'tree'
// CHECK:         sub-group size 32: its work-items rely on going on in step
// CHECK-NOT:     may be quicker
kernel void tree(global const uint *keys, global uint *out, int n) {
  COUNT;
  TREE();
}

// Nobody writes what another one has read before.
// CHECK-LABEL: kernel 'tree_meets'
// CHECK:        sub-group size {{[0-9]+: (as|its lanes|in|one|several)}}
// CHECK:         may be quicker at {{.*}}16
kernel void tree_meets(global const uint *keys, global uint *out, int n) {
  COUNT;
  TREE(barrier(CLK_LOCAL_MEM_FENCE));
}

#define EXCHANGE(meet)                                                                                                 \
  local uint *row = rows + get_local_id(1) * get_local_size(0);                                                        \
  row[l & 31] = sum;                                                                                                   \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  sum += row[l & 31 ^ 4] * 3;                                                                                          \
  meet;                                                                                                                \
  row[l & 31] = sum;                                                                                                   \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  out[get_global_id(0)] = sum + row[l & 3]

// CHECK-LABEL: kernel 'exchange'
// CHECK:         sub-group size 32: its work-items rely on going on in step
// CHECK-NOT:     may be quicker
kernel void exchange(global const uint *keys, global uint *out, int n, local uint *rows) {
  COUNT;
  EXCHANGE();
}

// CHECK-LABEL: kernel 'exchange_meets'
// CHECK:        sub-group size {{[0-9]+: (as|its lanes|in|one|several)}}
// CHECK:         may be quicker at
kernel void exchange_meets(global const uint *keys, global uint *out, int n, local uint *rows) {
  COUNT;
  EXCHANGE(barrier(CLK_LOCAL_MEM_FENCE));
}

// What is written next lies behind all that is read.
// CHECK-LABEL: kernel 'sums_behind'
// CHECK:        sub-group size {{[0-9]+: (as|its lanes|in|one|several)}}
// CHECK:         may be quicker at {{.*}}16
kernel void sums_behind(global const uint *keys, global uint *out, int n, local uint *rows) {
  COUNT;
  rows[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += rows[l ^ 4];
  rows[l + 256] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = rows[l / 8 + 256];
}

void halve(volatile uint *row, int l) {
  if (l < 8) {
    row[l] += row[l + 8];
    row[l] += row[l + 4];
  }
}

// Through generic pointers, too.
// CHECK-LABEL: kernel 'volatile_tree'
// CHECK:         sub-group size 32: its work-items rely on going on in step
kernel void volatile_tree(global const uint *keys, global uint *out, int n) {
  COUNT;
  part[l] = sum;
  part[l + 32] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  halve(part, l);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[0];
}

#define FIRST(meet)                                                                                                    \
  part[l] = sum;                                                                                                       \
  meet;                                                                                                                \
  out[get_global_id(0)] = part[l / 4 * 4]

// CHECK-LABEL: kernel 'first_of_four'
// CHECK:         sub-group size 32: its work-items rely on going on in step
// CHECK-NOT:     may be quicker
kernel void first_of_four(global const uint *keys, global uint *out, int n) {
  COUNT;
  barrier(CLK_LOCAL_MEM_FENCE);
  FIRST();
}

// CHECK-LABEL: kernel 'first_of_four_meets'
// CHECK:        sub-group size {{[0-9]+: (as|its lanes|in|one|several)}}
// CHECK:         may be quicker at {{.*}}16
kernel void first_of_four_meets(global const uint *keys, global uint *out, int n) {
  COUNT;
  FIRST(barrier(CLK_LOCAL_MEM_FENCE));
}

// A table, of which each work-item makes a part.
// CHECK-LABEL: kernel 'table'
// CHECK:        sub-group size {{[0-9]+: (as|its lanes|in|one|several)}}
// CHECK:         may be quicker at {{.*}}16
kernel void table(global const uint *keys, global uint *out, int n) {
  COUNT;
  part[l] = l * l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[sum & 15];
}

// CHECK-LABEL: kernel 'no_more_than_16'
// CHECK:         sub-group size 16: its work-items rely on going on in step
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void no_more_than_16(global const uint *keys, global uint *out,
                                                                            int n) {
  COUNT;
  COLUMNS();
}

// What all have read is written by one of the next sums.
#define TOTAL(meet)                                                                                                    \
  part[l] = sum;                                                                                                       \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  sum += part[0];                                                                                                      \
  meet;                                                                                                                \
  part[l] = sum;                                                                                                       \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                                        \
  out[get_global_id(0)] = part[1]

// CHECK-LABEL: kernel 'total'
// CHECK:         sub-group size 32: its work-items rely on going on in step
// CHECK-NOT:     may be quicker
kernel void total(global const uint *keys, global uint *out, int n) {
  COUNT;
  TOTAL();
}

// CHECK-LABEL: kernel 'total_meets'
// CHECK:        sub-group size {{[0-9]+: (as|its lanes|in|one|several)}}
kernel void total_meets(global const uint *keys, global uint *out, int n) {
  COUNT;
  TOTAL(barrier(CLK_LOCAL_MEM_FENCE));
}

// One barrier a round is enough for a tile and the next one, each in a buffer of its own.
#define TILES(begin, current, other, goOn)                                                                             \
  local float a[3][16][16], b[3][16][17];                                                                              \
  int x = get_local_id(0), y = get_local_id(1);                                                                        \
  float sum = 0;                                                                                                       \
  begin;                                                                                                               \
  a[0][y][x] = A[y * n + x];                                                                                           \
  b[0][x][y] = B[y * n + x];                                                                                           \
  for (int k = 0; k < n; k += 16) {                                                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    a[other][y][x] = A[y * n + k + x];                                                                                 \
    b[other][x][y] = B[(k + y) * n + x];                                                                               \
    for (int i = 0; i < 16; ++i)                                                                                       \
      sum += a[current][y][i] * b[current][i][x];                                                                      \
    goOn;                                                                                                              \
  }                                                                                                                    \
  C[y * n + x] = sum

// CHECK-LABEL: kernel 'by_bit'
// CHECK:         sub-group size 16: as many floats
kernel void by_bit(global const float *A, global const float *B, global float *C, int n) {
  TILES(int p = 0, p, p ^ 1, p ^= 1);
}
// CHECK-LABEL: kernel 'by_difference'
// CHECK:         sub-group size 16: as many floats
kernel void by_difference(global const float *A, global const float *B, global float *C, int n) {
  TILES(int p = 0, p, 1 - p, p = 1 - p);
}
// CHECK-LABEL: kernel 'by_round'
// CHECK:         sub-group size 16: as many floats
kernel void by_round(global const float *A, global const float *B, global float *C, int n) {
  TILES(int t = 0, t % 2, (t + 1) % 2, ++t);
}
// CHECK-LABEL: kernel 'by_third'
// CHECK:         sub-group size 16: as many floats
kernel void by_third(global const float *A, global const float *B, global float *C, int n) {
  TILES(int t = 0, t % 3, (t + 2) % 3, ++t);
}
// The same buffer.
// CHECK-LABEL: kernel 'one_of_two'
// CHECK:         sub-group size 32: its work-items rely on going on in step
kernel void one_of_two(global int *in, int n) {
  local int t[2][512];
  int l = get_local_id(0), p = 0;
  for (int d = 1; d < n; d += 2) {
    for (int i = 0; i < 7; ++i)
      t[p][7 * l + i] = in[get_global_id(0) + i * d];
    in[get_global_id(0)] += t[p][l] + t[p][l + 7];
    p ^= 1;
  }
}
// What the round before has written.
// CHECK-LABEL: kernel 'the_other_of_two'
// CHECK:         sub-group size 32: its work-items rely on going on in step
kernel void the_other_of_two(global int *in, int n) {
  local int t[2][512];
  int l = get_local_id(0), p = 0;
  for (int d = 1; d < n; d += 2) {
    in[get_global_id(0)] += t[p][l] + t[p][l + 7];
    p ^= 1;
    for (int i = 0; i < 7; ++i)
      t[p][7 * l + i] = in[get_global_id(0) + i * d];
  }
}
