// printf keeps its format and its arguments; half becomes float, bool int.
// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: void @text(
// CHECK:       call i32 @heddle.print.i32p2(ptr addrspace(2) {{.*}}@.str
kernel void text() { printf("hello\n"); }

// CHECK-LABEL: void @arguments(
// CHECK:       %[[WIDE:.*]] = fpext float {{.*}} to double
// CHECK:       call i32 @heddle.print.i32p2i32f64v4f32p2p1i64(ptr addrspace(2) {{.*}}, i32 {{.*}}, double %[[WIDE]], <4 x float> {{.*}}, ptr addrspace(2) {{.*}}, ptr addrspace(1) {{.*}}, i64
kernel void arguments(global float *p, float4 v, int i, long l) {
  printf("%d %f %v4hlf %s %p %ld", i, *p, v, "string", p, l);
}

// CHECK-LABEL: void @chosen_at_run_time(
// CHECK:       call i32 @heddle.print.i32p2i32(ptr addrspace(2) {{.*}}, i32
// CHECK:       store i32
kernel void chosen_at_run_time(constant char *a, global int *result) { *result = printf(a, *result); }

// CHECK: declare i32 @heddle.print.i32p2(ptr addrspace(2)) #[[MEMORY:[0-9]+]]
// CHECK: attributes #[[MEMORY]] = { nounwind willreturn memory(read, inaccessiblemem: readwrite) }
