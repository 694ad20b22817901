// Volatile accesses are wide ones, too, and each of them stays: none is joined with another, left
// out or moved out of a loop.
// RUN: heddlec %s --target=x86-64-v4 --sub-group-size=16 --emit=llvm -o - | FileCheck %s
// RUN: heddlec %s --target=x86-64-v4 --sub-group-size=16 --explain | FileCheck %s --check-prefix=EXPLAIN

// EXPLAIN: load of places: consecutive
// EXPLAIN: load of places: gather

// CHECK-LABEL: @twice.entry(
// CHECK: %[[FIRST:.*]] = load <16 x i32>, ptr addrspace(1) %[[PLACE:.*]], align 4
// CHECK: %[[SECOND:.*]] = load <16 x i32>, ptr addrspace(1) %[[PLACE]], align 4
// CHECK: store <16 x i32> {{.*}}, ptr addrspace(1) %[[PLACE]], align 4
// CHECK: store <16 x i32> {{.*}}, ptr addrspace(1) %[[PLACE]], align 4
// CHECK: add {{.*}}<16 x i32> %[[SECOND]], %[[FIRST]]
kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void twice(volatile global int *places, global int *out) {
  size_t i = get_global_id(0);
  int first = places[i], second = places[i];
  places[i] = 1;
  places[i] = 2;
  out[i] = first + second;
}

// CHECK-LABEL: @again.entry(
// CHECK: for.body.i:
// CHECK: call <16 x i32> @llvm.masked.gather
// CHECK: br i1 {{.*}}label %for.body.i
kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void again(volatile global int *places, global int *out, global const int *where, int rounds) {
  size_t i = get_global_id(0);
  int sum = 0, place = where[i];
#pragma unroll 1
  for (int round = 0; round < rounds; ++round)
    sum += places[place];
  out[i] = sum;
}
