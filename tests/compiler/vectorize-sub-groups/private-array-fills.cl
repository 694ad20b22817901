// Private arrays that are filled or copied as a whole have their lanes side by side where they are
// accessed by elements of one size otherwise.
// RUN: heddlec %s --sub-group-size=16 --target=x86-64-v4 --explain -- -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: kernel 'filled'
// CHECK:         private variable counts: in memory, 64 bytes a work-item, element by element
// CHECK-NOT:     lane loop
kernel void filled(global const int *in, global int *out, int n) {
  int counts[16] = {0};
  for (int i = 0; i < n; ++i)
    ++counts[in[i] & 15];
  out[get_global_id(0)] = counts[n & 15] + get_global_id(0);
}

// In a loop.
// CHECK-LABEL: kernel 'long_fill'
// CHECK:         private variable counts: in memory, 1024 bytes a work-item, element by element
// CHECK-NOT:     lane loop
kernel void long_fill(global const int *in, global int *out, int n) {
  int counts[256] = {0};
  for (int i = 0; i < n; ++i)
    ++counts[in[i + get_global_id(0)] & 255];
  out[get_global_id(0)] = counts[n & 255];
}

// CHECK-LABEL: kernel 'copied'
// CHECK:         private variable {{one|other}}: in memory, 80 bytes a work-item, element by element
// CHECK:         private variable {{one|other}}: in memory, 80 bytes a work-item, element by element
// CHECK-NOT:     lane loop
struct Numbers {
  int a[20];
};
kernel void copied(global const int *in, global int *out, int n) {
  struct Numbers one, other;
  for (int i = 0; i < 20; ++i)
    one.a[i] = i;
  for (int i = 0; i < n; ++i) {
    other = one;
    one.a[in[i] % 20] += other.a[in[i + 1] % 20] + get_global_id(0);
  }
  out[get_global_id(0)] = one.a[n];
}

// Elements of two sizes, and a structure of the program's memory, whose alignment lets it be copied
// as a whole.
// CHECK-LABEL: kernel 'mixed'
// CHECK:         private variable mixed: in memory, {{.*}}, one work-item behind the other
union Mixed {
  int a[20];
  short b[40];
};
kernel void mixed(global const int *in, global int *out, int n) {
  union Mixed mixed = {{0}};
  for (int i = 0; i < n; ++i)
    mixed.b[in[i] % 40] += mixed.a[in[i + 1] % 20] + get_global_id(0);
  out[get_global_id(0)] = mixed.a[n];
}

// CHECK-LABEL: kernel 'from_memory'
// CHECK:         private variable one: in memory, {{.*}}, one work-item behind the other
kernel void from_memory(global const struct Numbers *in, global int *out, int n) {
  struct Numbers one = in[get_global_id(0)];
  for (int i = 0; i < n; ++i)
    one.a[i % 20] += i;
  out[get_global_id(0)] = one.a[n];
}
