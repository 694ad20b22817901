// Structures are copied and initialized member by member: a matrix has no bytes, and what follows it
// is elsewhere once it is there.
// RUN: heddlec %s --emit=spirv -o %t.spv --print-after=joint-matrix-functions-to-spirv | FileCheck %s
// RUN: heddlec %t.spv --target=x86-64-v3 -o %t.hdl
#include <joint_matrix.h>

// CHECK: %struct.holder = type { i8, [2 x target("spirv.CooperativeMatrixKHR", i8, 3, 4, 16, 2)], [100 x float] }
struct holder {
  char c;
  joint_matrix(char, use_accumulator, 4, 16) m[2];
  float f[100];
};

// CHECK-LABEL: define spir_func void @f(
// CHECK-SAME: ptr {{.*}}sret(%struct.holder){{.*}}, ptr {{.*}}byval(%struct.holder)
// CHECK-COUNT-2: store target("spirv.CooperativeMatrixKHR", i8, 3, 4, 16, 2)
// CHECK: call void @llvm.memcpy{{.*}}, i64 400,
// CHECK: ret void
struct holder f(struct holder h) { return h; }

struct small {
  char c;
  joint_matrix(char, use_accumulator, 4, 16) m;
  char last[3];
};

// clang knows of a gap behind c, and has a constant to copy from for the second one.
// CHECK-LABEL: define spir_kernel void @k(
// CHECK-NOT: [7 x i8]
// CHECK-COUNT-2: store target({{.*}}) zeroinitializer, ptr
// CHECK: store i8 7, ptr
// CHECK: call spir_func void @f(
// CHECK: store i8 0, ptr
// CHECK: store target({{.*}}) zeroinitializer, ptr
// CHECK: store [3 x i8] c"\01\02\03", ptr
// CHECK-NOT: @__const
// CHECK: ret void
kernel void k(global float *p) {
  struct holder h = {.c = 7, .f = {1, 2}};
  h = f(h);
  p[0] = h.f[1];
  struct small s = {.last = {1, 2, 3}};
  p[1] = s.last[get_global_id(0)];
}
