; RUN: not heddle-opt --passes=block-functions-to-spirv %s 2>&1 | FileCheck %s

; CHECK: 'intel_sub_group_2d_block_read_8b_8r32x1c' has other operands than (base address, width, height, pitch, coordinate, private pointer)
define void @f(ptr addrspace(1) %m, ptr %v) {
  call void @intel_sub_group_2d_block_read_8b_8r32x1c(ptr addrspace(1) %m, i32 64, ptr %v)
  ret void
}

declare void @intel_sub_group_2d_block_read_8b_8r32x1c(ptr addrspace(1), i32, ptr)
