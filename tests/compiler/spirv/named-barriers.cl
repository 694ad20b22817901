// The translator does not know named barriers: its input has calls instead. Two of the sub-groups
// meet twice; making the barrier is a matter of the whole work-group.
// REQUIRES: spirv-as
// RUN: spirv-as --target-env spv1.1 %S/Inputs/named-barriers.spvasm -o %t.spv
// RUN: heddlec %t.spv --print-after=lower-work-group-functions --emit=asm -o /dev/null 2>&1 | FileCheck %s
// CHECK: @k.named_barrier = internal addrspace(3) global [3 x i32] undef
// CHECK: call void @heddle.work_group_barrier(
// CHECK: store i32 2, ptr addrspace(3) @k.named_barrier
// CHECK: call void @heddle.work_group_barrier(
// CHECK-COUNT-2: call void @heddle.named_barrier.voidp3i32i32(ptr addrspace(3) @k.named_barrier, i32 2, i32 528)
