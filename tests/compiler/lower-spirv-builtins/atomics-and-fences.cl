// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// CHECK-LABEL: define void @atomics(
// CHECK: atomicrmw add ptr addrspace(1) {{.*}}, i32 1 monotonic
// CHECK: atomicrmw umax ptr addrspace(3) {{.*}}, i32 4 monotonic
// CHECK: atomicrmw xchg ptr addrspace(1) {{.*}}, float 2.000000e+00 monotonic
// CHECK: cmpxchg ptr addrspace(1) {{.*}}, i32 1, i32 2 monotonic monotonic
kernel void atomics(global int *i, local uint *u, global float *f) {
  atomic_inc(i);
  atomic_max(u, 4u);
  atomic_xchg(f, 2.0f);
  atomic_cmpxchg(i, 1, 2);
}

// A work-group is one thread: its fences bind the compiler, not the machine.
// CHECK-LABEL: define void @fences(
// CHECK: fence syncscope("singlethread") release
// CHECK: fence syncscope("singlethread") acquire
kernel void fences(global int *i) {
  i[0] = 1;
  write_mem_fence(CLK_LOCAL_MEM_FENCE);
  i[1] = 2;
  read_mem_fence(CLK_LOCAL_MEM_FENCE);
  i[2] = i[3];
}
