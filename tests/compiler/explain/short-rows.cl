// Rows of work-groups may be longer where neighbours in a row are neighbours in memory.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: kernel 'along'
// CHECK:         work-items are independent: small work-groups run joined, and those with short rows
kernel void along(global const float *a, global float *o, int width) {
  int x = get_global_id(0), y = get_global_id(1);
  o[y * width + x] = a[y * width + x] + a[y * width + x + 1] + a[y * width];
}

// Each work-item of a row has a line of its own.
// CHECK-LABEL: kernel 'across'
// CHECK:         work-items are independent: small work-groups run joined{{$}}
kernel void across(global const float *a, global float *o, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  o[y * width + x] = a[x * height + y];
}

// CHECK-LABEL: kernel 'anywhere'
// CHECK:         work-items are independent: small work-groups run joined{{$}}
kernel void anywhere(global const int *places, global const float *a, global float *o) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  o[i] = a[places[i]];
}
