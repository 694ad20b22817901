// Barriers and fences whose flags, order or scope are known at run time only order everything.
// RUN: heddlec %s --emit=spirv -o %t.spv -- -cl-std=CL3.0
// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins -o /dev/null -- -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: define {{.*}}@meet(
// CHECK-COUNT-3: call {{.*}}barrier
void meet(uint flags) {
  barrier(flags);
  work_group_barrier(flags);
  work_group_barrier(flags, (memory_scope)flags);
}

// CHECK-LABEL: define {{.*}}@order(
// CHECK: fence acq_rel
// CHECK: fence acquire
// CHECK: fence release
// CHECK-COUNT-2: fence syncscope("singlethread")
// CHECK: fence seq_cst
void order(uint flags) {
  mem_fence(flags);
  read_mem_fence(flags);
  write_mem_fence(flags);
  atomic_work_item_fence(flags, memory_order_seq_cst, memory_scope_work_group);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, (memory_order)flags, memory_scope_work_group);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_seq_cst, (memory_scope)flags);
}

kernel void turn(global int *p, uint flags) {
  local int last;
  order(flags);
  if (get_local_id(0) == 0)
    last = p[get_group_id(0)];
  meet(flags);
  sub_group_barrier(flags);
  p[get_global_id(0)] = last;
}
