; An array has a second one, in which stores set the bytes that they write. What a read value decides on is checked, not the read; a value
; that goes nowhere, or into private memory, is not.
; RUN: heddle-opt --passes=check-initialized %s | FileCheck %s

; CHECK-LABEL: define void @stored(
; CHECK:         %b.written = alloca [16 x i8], align 4
; CHECK:         call void @llvm.memset.p0.i64(ptr align 4 %b.written, i8 0, i64 16, i1 false)
; CHECK:         store <4 x i8> splat (i8 -1), ptr %{{.*}}, align 1
; CHECK-NEXT:    store i32 7, ptr %p
; CHECK:         %[[BYTES:.*]] = load i32, ptr %{{.*}}, align 1
; CHECK:         %[[WRITTEN:.*]] = icmp eq i32 %[[BYTES]], -1
; CHECK:         %[[WRONG:.*]] = xor i1 %[[WRITTEN]], true
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 %[[WRONG]], i64 0, i32 0)
; CHECK-NEXT:    store i32 %sum, ptr addrspace(1) %a
define void @stored(ptr addrspace(1) %a, i64 %i, i64 %j) #0 {
  %b = alloca [4 x i32], align 4
  %p = getelementptr [4 x i32], ptr %b, i64 0, i64 %i
  store i32 7, ptr %p, align 4
  %q = getelementptr [4 x i32], ptr %b, i64 0, i64 %j
  %x = load i32, ptr %q, align 4
  %sum = add i32 %x, 1
  store i32 %sum, ptr addrspace(1) %a, align 4
  ret void
}

; CHECK-LABEL: define void @copied(
; CHECK-NOT:     heddle.finding
; CHECK:         ret void
define void @copied(i64 %i, i64 %j) #0 {
  %b = alloca [4 x i32], align 4
  %p = getelementptr [4 x i32], ptr %b, i64 0, i64 %i
  %q = getelementptr [4 x i32], ptr %b, i64 0, i64 %j
  %x = load i32, ptr %q, align 4
  store i32 %x, ptr %p, align 4
  ret void
}

attributes #0 = { "heddle-kernel" }
