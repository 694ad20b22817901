// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s
// RUN: heddlec %s --emit=spirv -o %t.spv && heddlec %t.spv --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// Ballots are the bits of up to 32 lanes; everything else about them is arithmetic.
// CHECK-LABEL: define void @ballots(
// CHECK: call i32 @heddle.sub_group_ballot.i32i1(i1
// CHECK: [[FIRST:%.*]] = call i32 @heddle.sub_group_ballot.i32i1(i1 true)
// CHECK: call i32 @llvm.cttz.i32(i32 [[FIRST]]
// CHECK: call float @heddle.sub_group_broadcast.f32f32i32(
// CHECK: call i32 @llvm.ctpop.i32(
kernel void ballots(global uint4 *b, global float *f) {
  b[0] = sub_group_ballot(f[0] > 0);
  f[0] = sub_group_broadcast_first(f[1]);
  b[1].x = sub_group_ballot_inclusive_scan(b[2]);
}

// CHECK-LABEL: define void @arithmetic(
// CHECK: call i32 @heddle.sub_group_reduce.i32i32i32(i32 {{.*}}, i32 8)
// CHECK: call i32 @heddle.sub_group_scan_exclusive.i32i32i32(i32 {{.*}}, i32 10)
// CHECK: call i1 @heddle.sub_group_scan_inclusive.i1i1i32(i1 {{.*}}, i32 12)
// CHECK: call i32 @heddle.sub_group_clustered_reduce.i32i32i32i32(i32 {{.*}}, i32 5, i32 4)
kernel void arithmetic(global int *i) {
  i[0] = sub_group_non_uniform_reduce_mul(i[0]);
  i[1] = sub_group_non_uniform_scan_exclusive_and(i[1]);
  i[2] = sub_group_non_uniform_scan_inclusive_logical_xor(i[2]);
  i[3] = sub_group_clustered_reduce_max(i[3], 4);
}

// CHECK-LABEL: define void @shuffles(
// CHECK: call i64 @heddle.sub_group_shuffle.i64i64i32(
// CHECK: xor i32
// CHECK: call i64 @heddle.sub_group_shuffle.i64i64i32(
// CHECK: call i32 @heddle.max_sub_group_size()
// CHECK: call i64 @heddle.sub_group_shuffle.i64i64i32(
// CHECK: call i8 @heddle.sub_group_shuffle_pair.i8i8i8i32(
kernel void shuffles(global long *l, global char *c, uint n) {
  l[0] = sub_group_shuffle(l[0], n);
  l[1] = sub_group_shuffle_xor(l[1], n);
  l[2] = sub_group_rotate(l[2], 3);
  c[0] = intel_sub_group_shuffle_down(c[0], c[1], n);
}

// Those without an instruction are calls by name.
// CHECK-LABEL: define void @by_name(
// CHECK: call void @heddle.block_prefetch.voidp1i32(ptr addrspace(1) {{.*}}, i32 16)
// CHECK: call i16 @heddle.sub_group_reduce.i16i16i32(i16 {{.*}}, i32 2)
// CHECK: call i16 @heddle.sub_group_scan_inclusive.i16i16i32(i16 {{.*}}, i32 6)
kernel void by_name(global uint *p, global short *s, global ushort *u) {
  intel_sub_group_block_prefetch_ui4(p);
  s[0] = intel_sub_group_reduce_min(s[0]);
  u[0] = intel_sub_group_scan_inclusive_max(u[0]);
}
