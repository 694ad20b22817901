// What an atomic operation on local memory returned differs between the sub-groups of a work-group,
// so each keeps it in its frame at a barrier. It is no locked operation in the end.
// RUN: heddlec %s --target=x86-64-v4 --sub-group-size=16 --emit=llvm -o - | FileCheck %s

// CHECK-LABEL: void @claim.entry(
// CHECK-NOT:     atomicrmw
// CHECK:         %frame{{.*}} = getelementptr inbounds nuw i8, ptr %frames
// CHECK-NOT:     atomicrmw
// CHECK:         store <16 x i32> %{{.*}}, ptr %frame
// CHECK-NOT:     atomicrmw
// CHECK:         load <16 x i32>, ptr %frame
// CHECK-NOT:     atomicrmw
// CHECK:         ret void
kernel __attribute__((reqd_work_group_size(128, 1, 1))) void claim(global uint *out) {
  local uint count;
  if (get_local_id(0) == 0)
    count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint slot = atomic_inc(&count);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = slot;
}
