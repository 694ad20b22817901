// Debuggers see variables of local memory where the kernel was inlined into its entry point: without optimization by a pointer in memory,
// else as long as the address is there.
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o - -- -g -cl-opt-disable | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o - -- -g | FileCheck %s --check-prefix=OPTIMIZED

// CHECK: define {{.*}}@k.entry(
// CHECK: store volatile ptr addrspace(3) %{{.*}}, ptr %[[PLACE:tile.place[0-9]*]]
// CHECK: #dbg_declare(ptr %[[PLACE]], ![[VARIABLE:[0-9]+]], !DIExpression(DW_OP_deref),
// CHECK: ![[VARIABLE]] = !DILocalVariable(name: "tile", scope: ![[#]], file: ![[#]], line: [[#@LINE+5]], type: ![[TYPE:[0-9]+]])
// OPTIMIZED: define {{.*}}@k.entry(
// OPTIMIZED-NOT: tile.place
// OPTIMIZED: #dbg_value(ptr addrspace(3) %{{.*}}, ![[#]], !DIExpression(DW_OP_deref),
kernel void k(global float *a) {
  local float tile[64];
  tile[get_local_id(0)] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = tile[63 - get_local_id(0)];
}
