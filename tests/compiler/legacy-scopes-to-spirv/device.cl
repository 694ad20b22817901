// Functions that name no scope have that of the device, where they are about global memory; the others what they say.
// RUN: heddlec %s -o /dev/null --emit=spirv --print-after=legacy-scopes-to-spirv -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: @updates(
// CHECK:      call spir_func i32 @_Z24__spirv_AtomicIIncrementPU3AS1iii(ptr addrspace(1) {{.*}}, i32 1, i32 512)
// CHECK:      call spir_func i32 @_Z18__spirv_AtomicUMaxPU3AS1jiij(ptr addrspace(1) {{.*}}, i32 1, i32 512, i32 7)
// CHECK:      call spir_func float @_Z22__spirv_AtomicExchangePU3AS1fiif(ptr addrspace(1) {{.*}}, i32 1, i32 512, float 1.0
// CHECK:      call spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS1iiiiii(ptr addrspace(1) {{.*}}, i32 1, i32 512, i32 512, i32 4, i32 3)
// CHECK:      call spir_func i32 @_Z10atomic_incPU3AS3Vi(
// CHECK:      call spir_func i32 @_Z25atomic_fetch_add_explicit
kernel void updates(global int *a, global uint *b, global float *f, local int *l, global atomic_int *c) {
  atomic_inc(a);
  atomic_max(b, 7u);
  atomic_xchg(f, 1.0f);
  atomic_cmpxchg(a, 3, 4);
  atomic_inc(l);
  atomic_fetch_add_explicit(c, 2, memory_order_relaxed, memory_scope_work_group);
}

// CHECK-LABEL: @fences(
// CHECK:      call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 {{.*}}2, i32 {{.*}}4, i32 {{.*}}2)
// CHECK:      call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 {{.*}}3, i32 {{.*}}2, i32 {{.*}}2)
// CHECK:      call spir_func void @_Z15write_mem_fencej(i32 {{.*}}1)
kernel void fences(global int *a) {
  a[0] = 1;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  a[1] = 1;
  read_mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
  a[2] = 1;
  write_mem_fence(CLK_LOCAL_MEM_FENCE);
}
