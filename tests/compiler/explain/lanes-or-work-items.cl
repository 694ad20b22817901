// What kernels take as lanes and one work-item after another is estimated, and the cheaper way taken.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,V4
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,V3

// Lanes lie side by side in each round, though the index is an int. By itself each work-item would
// go down a column.
// CHECK-LABEL: kernel 'columns'
// CHECK:         estimate: {{[0-9.]+}} cycles for each of {{8|16}} lanes, {{[0-9.]+}} for a work-item by itself
// CHECK:         sub-group size {{8|16|32}}:
kernel void columns(global const float *a, global const float *r, global float *s, int rows,
                    int columns) {
  int j = get_global_id(0);
  if (j >= columns)
    return;
  s[j] = 0;
  for (int i = 0; i < rows; ++i)
    s[j] += a[i * columns + j] * r[i];
}

// The same of a sparse matrix whose rows lie side by side.
// CHECK-LABEL: kernel 'ellpack'
// CHECK:         sub-group size {{8|16}}:
kernel void ellpack(global const float *values, global const int *columns, global const int *lengths,
                    global const float *x, global float *y, int rows) {
  int row = get_global_id(0);
  if (row >= rows)
    return;
  float sum = 0;
  for (int i = 0; i < lengths[row]; ++i)
    sum += values[i * rows + row] * x[columns[i * rows + row]];
  y[row] = sum;
}

// A stack of each work-item's own, at a depth of its own.
// CHECK-LABEL: kernel 'backtracks'
// CHECK:         sub-group size 1: in its loops each work-item walks along memory of its own
kernel void backtracks(global int *out, int n) {
  int free[20], taken[20], depth = 0, count = 0, all = (1 << n) - 1;
  taken[0] = 0;
  free[0] = all & get_global_id(0);
  while (depth >= 0) {
    if (free[depth] == 0) {
      --depth;
      continue;
    }
    int bit = free[depth] & -free[depth];
    free[depth] ^= bit;
    if (depth == n - 1) {
      ++count;
      continue;
    }
    taken[depth + 1] = taken[depth] | bit;
    ++depth;
    free[depth] = all & ~taken[depth];
  }
  out[get_global_id(0)] = count;
}

// Bytes, for which there are no gathers; those beside one another are stored together.
// CHECK-LABEL: kernel 'base64'
// V4:            sub-group size 16:
// V3:            sub-group size 1: its lanes would part, or reach for memory one by one
kernel void base64(global const uchar *in, global const uchar *letters, global uchar *out) {
  int i = get_global_id(0);
  uint bits = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  out[4 * i] = letters[bits >> 18];
  out[4 * i + 1] = letters[bits >> 12 & 63];
  out[4 * i + 2] = letters[bits >> 6 & 63];
  out[4 * i + 3] = letters[bits & 63];
}

// Short vectors that lie anywhere and whose components change places.
// CHECK-LABEL: kernel 'swaps_anywhere'
// CHECK:         sub-group size 1: its lanes would part, or reach for memory one by one
kernel void swaps_anywhere(global const int *places, global const float4 *in, global float4 *out) {
  int i = get_global_id(0);
  float4 a = in[places[i]], b = in[places[i ^ 1]];
  if (i & 1)
    out[places[i]] = a.wzyx + b.yxwz;
}

// Each step waits for the one before: lanes wait together, and guess nothing.
// CHECK-LABEL: kernel 'searches'
// CHECK:         sub-group size {{8|16|32}}:
kernel void searches(global const int *sorted, global const int *wanted, global int *out, int n) {
  int x = wanted[get_global_id(0)], low = 0, high = n;
  while (low < high) {
    int middle = (low + high) >> 1;
    if (sorted[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  out[get_global_id(0)] = low;
}

// A second register of lanes would double the gathers.
// CHECK-LABEL: kernel 'row_sums'
// V4:            sub-group size 16: one register of floats, since its sums wait for gathers
// V3:            sub-group size 8: one register of floats, since its sums wait for gathers
kernel void row_sums(global const float *a, global const float *x, global float *y, int columns) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < columns; ++i)
    sum += a[row * columns + i] * x[i];
  y[row] = sum;
}

// Lanes along dimension 0 come to dimension 1 together, and `i % width` goes on with them.
// CHECK-LABEL: kernel 'torus'
// CHECK:         sub-group size {{8|16|32}}:
kernel void torus(global const uchar *in, global uchar *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += in[(y + j + height) % height * width + (x + i + width) % width];
  out[y * width + x] = sum == 3;
}

// Indices that a check bounds are the numbers of their lower bits.
// CHECK-LABEL: kernel 'bounded'
// CHECK:         sub-group size {{8|16|32}}:
kernel void bounded(global const uchar *from, global uchar *to, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  int i = y * width + x;
  to[i] = (from[i - width] + from[i - 1] + 2 * from[i] + from[i + 1] + from[i + width]) / 6;
}

// A place that some lanes leave upwards and others downwards, further inside of what both go through.
// CHECK-LABEL: kernel 'both_ways'
// V3:            sub-group size 1: in its loops each work-item walks along memory of its own
kernel void both_ways(global const int *in, global int *out, int n) {
  int marks[64], place = 0, found = 0;
  for (int i = 0; i < 64; ++i)
    marks[i] = 0;
  while (place >= 0 && found < 50) {
    if (place == n) {
      ++found;
      --place;
      continue;
    }
    if (marks[place] < in[get_global_id(0)]) {
      ++marks[place];
      ++place;
    } else {
      marks[place] = 0;
      --place;
    }
  }
  out[get_global_id(0)] = found;
}

// An inner loop that asks before its first round: a work-item often has none, of all lanes some have.
// CHECK-LABEL: kernel 'codes'
// V4:            sub-group size {{16|32}}:
// V3:            sub-group size 1:
kernel void codes(global const uchar *in, global const uint *code, global const uchar *length,
                  global uint *out, int n) {
  int g = get_global_id(0), bits = 0;
  ulong buffer = 0;
  uint hash = 0;
  for (int i = 0; i < n; ++i) {
    uchar c = in[g * n + i];
    buffer = (buffer << length[c]) | code[c];
    bits += length[c];
    while (bits >= 32) {
      bits -= 32;
      hash = hash * 31 + (uint)(buffer >> bits);
    }
  }
  out[g] = hash + bits;
}

// Divisions are done lane by lane, as long as one lane wants them.
// CHECK-LABEL: kernel 'divisors'
// CHECK:         sub-group size 1: its lanes would part
kernel void divisors(global const ulong *a, global const ulong *b, global ulong *out) {
  ulong x = a[get_global_id(0)], y = b[get_global_id(0)];
  while (y) {
    ulong rest = x % y;
    x = y;
    y = rest;
  }
  out[get_global_id(0)] = x;
}

// So are atomic operations on words of their own that are loops, and those of some lanes.
// CHECK-LABEL: kernel 'highest'
// CHECK:         sub-group size 1: its lanes would part
kernel void highest(global const uchar *in, global uint *out) {
  atomic_max(&out[in[get_global_id(0)]], get_global_id(0));
}
// CHECK-LABEL: kernel 'some_counts'
// CHECK:         sub-group size 1: its lanes would part
kernel void some_counts(global const uchar *in, global uint *out) {
  if (in[get_global_id(0)] > 20)
    atomic_inc(&out[in[get_global_id(0)]]);
}

// One instruction for each lane is no slower beside the other ones.
// CHECK-LABEL: kernel 'counts'
// CHECK:         sub-group size {{8|16|32}}:
kernel void counts(global const uchar *in, global uint *out) {
  atomic_inc(&out[in[get_global_id(0)]]);
}

// One word for all lanes is one operation.
// CHECK-LABEL: kernel 'tail'
// CHECK:         sub-group size {{8|16|32}}:
kernel void tail(global const int *in, global int *out, global int *next) {
  int value = in[get_global_id(0)];
  if (value > 50)
    out[atomic_inc(next)] = value;
}

// Neighbours in a grid that goes on at its other end: lanes lie side by side but at a border.
// CHECK-LABEL: kernel 'neighbours'
// CHECK:         sub-group size {{8|16|32}}:
kernel void neighbours(global const half *a, global half *out) {
  uint n = get_global_id(0), x = n % 256, y = n % 65536 / 256;
  uint right = (x + 1) % 256, left = (x + 255) % 256;
  uint below = (y + 1) % 256 * 256, above = (y + 255) % 256 * 256;
  float sum = vload_half(right + below, a) + vload_half(left + below, a) +
              vload_half(right + above, a) + vload_half(left + above, a);
  vstore_half(sum, right + y * 256, out);
}

// Columns of a filter at the edge of an image.
// CHECK-LABEL: kernel 'filter'
// CHECK:         sub-group size {{8|16|32}}:
kernel void filter(global const uchar *in, global uchar *out, int width) {
  int x = get_global_id(0);
  out[x] = (in[max(x - 1, 0)] + 2 * in[x] + in[min(x + 1, width - 1)]) / 4;
}

// Words that are scattered: lanes take them out of a register as quickly as single work-items store theirs.
// CHECK-LABEL: kernel 'quotients'
// CHECK:         sub-group size {{8|16}}:
kernel void quotients(global float *m, global const float *a, int size, int t) {
  int i = get_global_id(0);
  if (i < size - 1 - t)
    m[size * (i + t + 1) + t] = a[size * (i + t + 1) + t] / a[size * t + t];
}

// What a work-group shares out is few rounds for each, and all work-items leave such loops together.
// CHECK-LABEL: kernel 'histogram'
// CHECK:         sub-group size {{8|16}}: as many floats as a register of the target holds
kernel void histogram(global const uint *in, global uint *out, int n, local uint *counts) {
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    atomic_inc(&counts[in[i] & 255]);
    atomic_inc(&counts[in[i] >> 8 & 255]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    atomic_add(&out[i], counts[i]);
}

// Each asks before its first round whether it has one, and nearly all have: pairs of neighbours.
// CHECK-LABEL: kernel 'pairs_of_neighbours'
// CHECK:         sub-group size {{8|16|32}}:
kernel void pairs_of_neighbours(global const float4 *at, global const int *neighbours,
                                global const int *count, global float *out, int pitch, float near) {
  int i = get_global_id(0), n = count[i];
  float4 own = at[i];
  float sum = 0;
  for (int a = 0; a < n; ++a) {
    float4 one = at[neighbours[a * pitch + i]] - own;
    float angles = 0;
    for (int b = 0; b < n; ++b) {
      float4 other = at[neighbours[b * pitch + i]] - own;
      float distance = dot(other.xyz, other.xyz);
      if (a == b || distance > near)
        continue;
      angles += dot(one.xyz, other.xyz) * exp(-distance) * sin(distance);
    }
    sum += sqrt(1 + angles * angles);
  }
  out[i] = sum;
}

// The same of what lies in cells around a work-item's own, some of which are outside.
// CHECK-LABEL: kernel 'cells'
// V4:            sub-group size {{16|32}}:
kernel void cells(global const float4 *at, global const int *first, global float *out, int side) {
  int i = get_global_id(0);
  float4 own = at[i];
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      int x = (int)own.x + dx, y = (int)own.y + dy;
      if (x < 0 || y < 0 || x >= side || y >= side)
        continue;
      int cell = y * side + x;
      for (int j = first[cell]; j < first[cell + 1]; ++j) {
        float4 d = at[j] - own;
        float distance = dot(d.xyz, d.xyz);
        if (distance < 1)
          sum += (1 - distance) * (1 - distance);
      }
    }
  out[i] = sum;
}

// Rows and columns of pictures have strides by arguments. Columns mostly lie side by side.
// CHECK-LABEL: kernel 'picture'
// CHECK:         sub-group size {{8|16|32}}:
kernel void picture(int sx, int sy, global const uchar *a, global uchar *b) {
  int x = get_global_id(0), y = get_global_id(1);
  b[y * sy + x * sx] = a[y * sy + x * sx] & 15;
}

// All work-items choose among the same arguments by an index, and ask whether these are valid.
// CHECK-LABEL: kernel 'chosen_arguments'
// CHECK:         sub-group size {{8|16|32}}:
kernel void chosen_arguments(global const double *arguments, global const int *order, int rounds,
                             global const double *q, global double *out) {
  double chosen[6];
  for (int i = 0; i < 4; ++i)
    chosen[i] = arguments[i];
  chosen[4] = chosen[5] = 0;
  double sum = 0;
  for (int i = 0; i < rounds; ++i) {
    chosen[order[i] & 3] = arguments[i + 4];
    if (chosen[0] < 0 || chosen[1] < 0 || chosen[2] < 0 || chosen[3] + chosen[4] < 0)
      continue;
    double x = q[get_global_id(0)] * chosen[0];
    if (x == 0)
      sum += chosen[1];
    else if (x < 5)
      sum += x * (x - chosen[2]) * (x + chosen[3]);
    else
      sum += sin(x) * chosen[2] + cos(x) * chosen[3];
  }
  out[get_global_id(0)] = sum;
}
