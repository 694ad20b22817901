// Loops over the sub-groups may be unrolled where little lies between two barriers, but not where
// there are many: the time that this takes grows with their square.
// RUN: heddlec %s -o %t --emit=llvm --print-after=work-group-entry-point --target=x86-64-v3 | FileCheck %s

#define ROUND                                                                                      \
  values[id] = sum;                                                                                \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                    \
  sum += values[id ^ 1];                                                                           \
  barrier(CLK_LOCAL_MEM_FENCE);
#define FOUR_ROUNDS ROUND ROUND ROUND ROUND

// CHECK-LABEL: define {{.*}} @few.entry(
// CHECK:         br i1 {{.*}}, label %sub_group.full{{[0-9]*}}, label %loop.end{{[0-9]*}}{{$}}
// CHECK-LABEL: define {{.*}} @many.entry(
// CHECK-NOT:     br i1 {{.*}}, label %sub_group.full{{[0-9]*}}, label %loop.end{{[0-9]*}}{{$}}
// CHECK:         br i1 {{.*}}, label %sub_group.full{{[0-9]*}}, label %loop.end{{[0-9]*}}, !llvm.loop
// CHECK-NOT:     br i1 {{.*}}, label %sub_group.full{{[0-9]*}}, label %loop.end{{[0-9]*}}{{$}}

kernel void few(global float *x) {
  local float values[256];
  size_t id = get_local_id(0);
  float sum = x[get_global_id(0)];
  FOUR_ROUNDS
  x[get_global_id(0)] = sum;
}

kernel void many(global float *x) {
  local float values[256];
  size_t id = get_local_id(0);
  float sum = x[get_global_id(0)];
  FOUR_ROUNDS FOUR_ROUNDS FOUR_ROUNDS FOUR_ROUNDS
  x[get_global_id(0)] = sum;
}
