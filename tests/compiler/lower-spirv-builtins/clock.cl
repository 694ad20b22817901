// The scopes have one clock. Each read stands where it was written; two words are the halves of one number, the lower one
// first. The functions are there in every language, as those of extensions are.
// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s
// RUN: heddlec %s --emit=spirv -o %t.spv && heddlec %t.spv --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// CHECK-LABEL: define void @reads(
// CHECK: call i64 @llvm.readcyclecounter()
// CHECK: call i64 @llvm.readcyclecounter()
// CHECK: call i64 @llvm.readcyclecounter()
// CHECK: [[TIME:%.*]] = call i64 @llvm.readcyclecounter()
// CHECK: bitcast i64 [[TIME]] to <2 x i32>
// CHECK-NOT: ReadClock
kernel void reads(global ulong *o, global uint2 *words) {
  o[0] = clock_read_device();
  o[1] = clock_read_work_group();
  o[2] = clock_read_sub_group();
  words[0] = clock_read_hilo_device();
}
