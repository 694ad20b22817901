; A factor that waits for a loop of six sums to end does so in its own shape.
; RUN: heddle-opt --passes=split-tile-exits,demote-tiles %s | FileCheck %s

; CHECK-LABEL: @factor_behind_loop(
; CHECK:         %[[PLACE:.*]] = alloca [512 x i8], align 64
; CHECK:         %factor = {{.*}}tileloadd64.internal(i16 16, i16 32, ptr %f, i64 32)
; CHECK-NEXT:    tilestored64.internal(i16 16, i16 32, ptr %[[PLACE]], i64 32, x86_amx %factor)
; CHECK:       behind:
; CHECK:         %[[AGAIN:.*]] = {{.*}}tileloadd64.internal(i16 16, i16 32, ptr %[[PLACE]], i64 32)
; CHECK:         tdpbssd.internal(i16 16, i16 64, i16 32, x86_amx %p0, x86_amx %[[AGAIN]], x86_amx %{{.*}})
define void @factor_behind_loop(ptr %x, ptr %y, ptr %f, ptr %d, i32 %n) {
entry:
  %zero = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  %factor = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 32, ptr %f, i64 32)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi x86_amx [ %zero, %entry ], [ %p0, %loop ]
  %s1 = phi x86_amx [ %zero, %entry ], [ %p1, %loop ]
  %s2 = phi x86_amx [ %zero, %entry ], [ %p2, %loop ]
  %s3 = phi x86_amx [ %zero, %entry ], [ %p3, %loop ]
  %s4 = phi x86_amx [ %zero, %entry ], [ %p4, %loop ]
  %s5 = phi x86_amx [ %zero, %entry ], [ %p5, %loop ]
  %a = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 32, ptr %x, i64 32)
  %b = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 64, ptr %y, i64 64)
  %p0 = call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 32, x86_amx %s0, x86_amx %a, x86_amx %b)
  %p1 = call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 32, x86_amx %s1, x86_amx %a, x86_amx %b)
  %p2 = call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 32, x86_amx %s2, x86_amx %a, x86_amx %b)
  %p3 = call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 32, x86_amx %s3, x86_amx %a, x86_amx %b)
  %p4 = call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 32, x86_amx %s4, x86_amx %a, x86_amx %b)
  %p5 = call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 32, x86_amx %s5, x86_amx %a, x86_amx %b)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %behind
behind:
  %c = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 64, ptr %y, i64 64)
  %last = call x86_amx @llvm.x86.tdpbssd.internal(i16 16, i16 64, i16 32, x86_amx %p0, x86_amx %factor, x86_amx %c)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %last)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %p0)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %p1)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %p2)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %p3)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %p4)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %p5)
  ret void
}

declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64)
declare x86_amx @llvm.x86.tdpbssd.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)
