// Structures: members, arrays of them, by value, nested, unions, bit fields.
//! reference
//! kernel members: out int[n*4] | in int[n*4]
//! kernel mixed_members: out uchar[n*24] | in uchar[n*24]
//! kernel array_of_structs: out int[n] | in int[n*8] | in int[n] range 0 3
//! kernel struct_of_arrays: out int[n] | in int[n*8] | in int[n] range 0 3
//! kernel by_value: out int[n] | in int[n] | struct int 5 ; float 2.5 ; char -3 ; short 1000 ; long -123456789012
//! kernel by_value_array: out int[n] | in int[n] range 0 3 | struct int 10 ; int 20 ; int 30 ; int 40 ; int 7
//! kernel passed_and_returned: out int[n*2] | in int[n*2]
//! kernel nested: out int[n] | in int[n*6]
//! kernel private_struct: out int[n*3] | in int[n]
//! kernel private_array_of_structs: out int[n] | in int[n] range 0 5
//! kernel union_bits: out uint[n] | in float[n]
//! kernel union_members: out uchar[n*4] | in uint[n]
//! kernel bit_fields: out uint[n*2] | in uint[n]
//! kernel packed: out uchar[n*7] | in uchar[n*7]
//! kernel pointers_in_struct: out int[n] | in int[n] | in int[n]
//! kernel choose_struct: out int[n*2] | in int[n*4]
//! kernel copy_in_branch: inout int[n*4] | in int[n*4]
//! kernel copied_from_elsewhere: out int[n*3] | in int[n*3] | out uchar[n*7] | in uchar[n*7]
//! kernel long_copies: out int[n*17] | in int[n*17] | out double[n*3] | in double[n*3]
//! kernel swapped_in_pairs: inout int[n*5]
//! kernel linked_list: out int[n] | in int[n] range 1 7
//! kernel small_by_value: out int[n] | struct char 5 ; char -7
//! kernel double_by_value: out double[n] | in double[n] | struct char 1 ; double 2.5 ; float -4
//! kernel large_by_value: out int[n] | in int[n] range 0 31 | \
//! struct int 1 ; int 2 ; int 3 ; int 4 ; int 5 ; int 6 ; int 7 ; int 8 ; int 9 ; int 10 ; int 11 ; \
//! int 12 ; int 13 ; int 14

struct Point {
  int x, y, z, w;
};

kernel void members(global struct Point *out, global const struct Point *in) {
  size_t i = get_global_id(0);
  out[i].x = in[i].w;
  out[i].y = in[i].x ^ in[i].y;
  out[i].z = in[i].z & 0xff;
  out[i].w = 5;
}

struct Mixed {
  uchar a;
  ushort b;
  uint c;
  ulong d;
  uchar e;
  uchar f[3];
  int g;
};

kernel void mixed_members(global struct Mixed *out, global const struct Mixed *in) {
  size_t i = get_global_id(0);
  out[i].a = in[i].e;
  out[i].b = in[i].b + 1;
  out[i].c = in[i].c ^ in[i].g;
  out[i].d = in[i].d >> 7;
  out[i].f[2] = in[i].f[0];
  out[i].g = -5;
}

struct Pair {
  int first, second;
};

kernel void array_of_structs(global int *out, global const struct Pair *in, global const int *at) {
  size_t i = get_global_id(0);
  global const struct Pair *mine = in + i * 4;
  out[i] = mine[at[i]].first ^ (mine[3 - at[i]].second << 1);
}

struct Columns {
  int first[4];
  int second[4];
};

kernel void struct_of_arrays(global int *out, global const struct Columns *in,
                             global const int *at) {
  size_t i = get_global_id(0);
  out[i] = in[i].first[at[i]] ^ in[i].second[(at[i] + 1) & 3];
}

struct Parameters {
  int count;
  float scale;
  char small;
  short medium;
  long large;
};

kernel void by_value(global int *out, global const int *in, struct Parameters p) {
  size_t i = get_global_id(0);
  out[i] = (in[i] & 0xffff) * p.count + (int)(p.scale * 4.0f) + p.small + p.medium +
           (int)(p.large >> 20);
}

struct Table {
  int values[4];
  int bias;
};

kernel void by_value_array(global int *out, global const int *at, struct Table t) {
  size_t i = get_global_id(0);
  t.values[2] += 1;
  if (at[i] == 1)
    t.bias = 1000;
  out[i] = t.values[at[i]] + t.bias;
}

struct Pair swapped(struct Pair p) {
  struct Pair r;
  r.first = p.second;
  r.second = p.first;
  return r;
}

struct Pair larger(struct Pair a, struct Pair b) {
  if (a.first > b.first)
    return a;
  return swapped(b);
}

kernel void passed_and_returned(global struct Pair *out, global const struct Pair *in) {
  size_t i = get_global_id(0);
  struct Pair p = in[i];
  out[i] = larger(p, swapped(p));
}

struct Outer {
  struct Pair inner[2];
  struct {
    int a, b;
  } rest;
};

kernel void nested(global int *out, global const struct Outer *in) {
  size_t i = get_global_id(0);
  struct Outer o = in[i];
  o.inner[1] = o.inner[0];
  o.inner[o.rest.a & 1].second = 3;
  out[i] = o.inner[0].second ^ o.inner[1].second ^ o.rest.b;
}

kernel void private_struct(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  struct Parameters p = {in[i], 1.5f, 2, 3, 4};
  if (in[i] & 1) {
    p.count = 10;
    p.small = -1;
  } else {
    p.scale *= 2.0f;
  }
  out[i * 3] = p.count;
  out[i * 3 + 1] = (int)(p.scale * 2.0f);
  out[i * 3 + 2] = p.small + p.medium + (int)p.large;
}

kernel void private_array_of_structs(global int *out, global const int *at) {
  size_t i = get_global_id(0);
  struct Parameters a[6];
  for (int k = 0; k < 6; ++k) {
    a[k].count = k;
    a[k].scale = k * 0.5f;
    a[k].small = (char)(k * 3);
    a[k].large = k * 100000000000;
  }
  a[at[i]].count += 100;
  a[5 - at[i]].small = 1;
  int sum = 0;
  for (int k = 0; k < 6; ++k)
    sum = sum * 3 + a[k].count + a[k].small + (int)a[k].scale + (int)(a[k].large >> 30);
  out[i] = sum;
}

union Word {
  float f;
  uint u;
  uchar bytes[4];
};

kernel void union_bits(global uint *out, global const float *in) {
  size_t i = get_global_id(0);
  union Word w;
  w.f = in[i];
  w.u ^= 0x80000000u;
  w.bytes[0] |= 1;
  out[i] = w.u;
}

kernel void union_members(global uchar *out, global const uint *in) {
  size_t i = get_global_id(0);
  union Word w;
  w.u = in[i];
  for (int k = 0; k < 4; ++k)
    out[i * 4 + k] = w.bytes[3 - k];
}

// OpenCL C has no bit fields; these are the masks that stand for them.
kernel void bit_fields(global uint *out, global const uint *in) {
  size_t i = get_global_id(0);
  uint red = in[i] & 0x1f, green = (in[i] >> 5) & 0x3f, blue = (in[i] >> 11) & 0x1f;
  out[i * 2] = (red << 19) | (green << 10) | (blue << 3);
  out[i * 2 + 1] = red > green ? red : blue;
}

struct __attribute__((packed)) Packed {
  uchar a;
  uint b;
  ushort c;
};

kernel void packed(global struct Packed *out, global const struct Packed *in) {
  size_t i = get_global_id(0);
  struct Packed p = in[i];
  p.b += p.a;
  p.c ^= 0x1234;
  out[i] = p;
}

struct View {
  global const int *data;
  global int *result;
  int count;
};

void run(struct View *view, size_t i) { view->result[i] = view->data[i] ^ view->count; }

kernel void pointers_in_struct(global int *out, global const int *a, global const int *b) {
  size_t i = get_global_id(0);
  struct View view;
  view.data = a[i] & 1 ? a : b;
  view.result = out;
  view.count = 3;
  run(&view, i);
}

kernel void choose_struct(global struct Pair *out, global const struct Pair *in) {
  size_t i = get_global_id(0);
  struct Pair a = in[i * 2], b = in[i * 2 + 1];
  struct Pair c = a.first > b.first ? a : b;
  c.second &= 0xffff;
  out[i] = c;
}

kernel void copy_in_branch(global struct Point *out, global const struct Point *in) {
  size_t i = get_global_id(0);
  if (in[i].x > 0)
    out[i] = in[i];
  else
    out[i].y = 1;
}

struct Three {
  int x, y, z;
};

kernel void copied_from_elsewhere(global struct Three *words, global const struct Three *from,
                                  global struct Packed *bytes, global const struct Packed *rest) {
  size_t i = get_global_id(0), other = get_global_offset(0) * 2 + get_global_size(0) - 1 - i;
  words[i] = from[other];
  if (from[i].x > 0)
    bytes[other] = rest[i];
  else
    bytes[other] = rest[other];
}

struct Long {
  int numbers[17];
};

struct Wide {
  double numbers[3];
};

kernel void long_copies(global struct Long *words, global const struct Long *from,
                        global struct Wide *out, global const struct Wide *in) {
  size_t i = get_global_id(0), other = get_global_offset(0) * 2 + get_global_size(0) - 1 - i;
  words[other] = from[i];
  words[other].numbers[16] += words[other].numbers[0];
  out[i] = in[i];
}

struct Five {
  int key, numbers[4];
};

kernel void swapped_in_pairs(global struct Five *records) {
  size_t i = get_global_id(0);
  if (i % 2 != 0 && records[i].key < records[i - 1].key) {
    struct Five first = records[i];
    records[i] = records[i - 1];
    records[i - 1] = first;
  }
}

struct Node {
  int value;
  int next;
};

kernel void linked_list(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  struct Node nodes[8];
  for (int k = 0; k < 8; ++k) {
    nodes[k].value = k * k;
    nodes[k].next = (k * in[i] + 1) & 7;
  }
  int at = in[i], sum = 0;
  for (int steps = 0; steps < 10 && nodes[at].value != 25; ++steps) {
    sum = sum * 2 + nodes[at].value;
    at = nodes[at].next;
  }
  out[i] = sum;
}

struct Small {
  char a, b;
};

kernel void small_by_value(global int *out, struct Small s) {
  out[get_global_id(0)] = s.a * 100 + s.b;
}

struct WithDouble {
  char a;
  double b;
  float c;
};

kernel void double_by_value(global double *out, global const double *in, struct WithDouble s) {
  size_t i = get_global_id(0);
  out[i] = in[i] * s.b + s.a + s.c;
}

struct Large {
  int values[14];
};

kernel void large_by_value(global int *out, global const int *in, struct Large s) {
  size_t i = get_global_id(0);
  int at = in[i] % 14;
  s.values[(at + 1) % 14] = 100;
  out[i] = s.values[at] + s.values[(at + 1) % 14] + s.values[13];
}
