// Windows and parts that end at the border of what there is: nearly all lanes are not at a border, and make as many rounds.
// RUN: heddlec %s --target=x86-64-v4 --explain -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --target=x86-64-v4 --kernel=window --print-after=count-own-rounds -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s --check-prefix=IR
// RUN: heddlec %s --target=x86-64-v4 --kernel=parts --print-after=count-own-rounds -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s --check-prefix=IR
// RUN: heddlec %s --target=x86-64-v4 --kernel=meets --print-after=count-own-rounds -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=is.unclipped

// IR:  %is.unclipped = and i1
// IR-NEXT: br i1 %is.unclipped, label %{{.*}}.entry, label %{{.*}}.clipped
// ONE: define {{.*}} @meets(

// CHECK-LABEL: kernel 'window'
// CHECK:         branch: a version without masks for sub-groups whose lanes all take it
// CHECK:         load of in: consecutive, one vector;
kernel void window(global const float *in, global float *out, int radius, int count) {
  const int id = get_global_id(0);
  float sum = 0;
  for (int i = max(id - radius, 0); i <= min(id + radius, count - 1); ++i)
    sum += in[i];
  out[id] = sum;
}

// CHECK-LABEL: kernel 'parts'
kernel void parts(global const float *in, global float *out, int length, int count) {
  const int begin = get_global_id(0) * length, end = min(begin + length, count);
  float sum = 0;
  for (int i = begin; i < end; ++i)
    sum += in[i];
  out[get_global_id(0)] = sum;
}

// Work-items that meet in the loop cannot be in two of them.
// CHECK-LABEL: kernel 'meets'
kernel void meets(global const float *in, global float *out, int radius, int count) {
  const int id = get_global_id(0);
  float sum = 0;
  for (int i = max(id - radius, 0); i <= min(id + radius, count - 1); ++i)
    sum += sub_group_broadcast(in[i], 0);
  out[id] = sum;
}
