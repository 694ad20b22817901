// A loop whose rounds wait is not unrolled, as each wait is a region of its own; one that keeps a
// private array in registers is.
// RUN: heddlec %s -o %t --emit=llvm --print-after=yield-in-waiting-loops --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s

// CHECK-LABEL: define {{.*}} @rounds(
// CHECK-COUNT-1: call void @heddle.sub_group_yield
// CHECK-NOT:     call void @heddle.sub_group_yield
// CHECK-LABEL: define {{.*}} @in_registers(
// CHECK-NOT:     alloca
// CHECK-COUNT-4: call void @heddle.sub_group_yield
// CHECK-NOT:     call void @heddle.sub_group_yield

kernel void rounds(global int *out) {
  local atomic_int progress[256];
  int id = get_local_id(0);
  atomic_init(&progress[id], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 1; round <= 4; ++round) {
    if (id > 0)
      while (atomic_load(&progress[id - 1]) < round)
        ;
    atomic_store(&progress[id], round);
  }
  out[get_global_id(0)] = atomic_load(&progress[id]);
}

kernel void in_registers(global int *out) {
  local atomic_int progress[256];
  int id = get_local_id(0), seen[4];
  atomic_init(&progress[id], 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < 4; ++round) {
    if (id > 0)
      while (atomic_load(&progress[id - 1]) <= round)
        ;
    atomic_store(&progress[id], round + 1);
    seen[round] = atomic_load(&progress[id ^ 1]);
  }
  for (int round = 0; round < 4; ++round)
    out[get_global_id(0) * 4 + round] = seen[3 - round];
}
