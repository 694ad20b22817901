; A tile waits in memory for one way to a block. What comes there on another way, and is made in
; front of the branch to both, is not stored in its place.
; RUN: heddle-opt --passes=split-tile-exits,demote-tiles %s | FileCheck %s

; CHECK-LABEL: @other_way_stores_too(
; CHECK:         tilestored64.internal(i16 16, i16 64, ptr %[[OLD:.*]], i64 64, x86_amx %old)
; CHECK:       behind:
; CHECK-NOT:     ptr %[[OLD]],
; CHECK:       kept:
; CHECK:         tileloadd64.internal(i16 16, i16 64, ptr %[[OLD]], i64 64)
define void @other_way_stores_too(ptr %x, ptr %y, ptr %f, ptr %d, i32 %n, i1 %c) {
entry:
  %zero = call x86_amx @llvm.x86.tilezero.internal(i16 16, i16 64)
  %old = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %f, i64 64)
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
  %new = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %d, i64 64)
  br i1 %c, label %kept, label %join
kept:
  br label %join
join:
  %t = phi x86_amx [ %old, %kept ], [ %new, %behind ]
  %t0 = phi x86_amx [ %p0, %kept ], [ %p0, %behind ]
  %t1 = phi x86_amx [ %p1, %kept ], [ %p1, %behind ]
  %t2 = phi x86_amx [ %p2, %kept ], [ %p2, %behind ]
  %t3 = phi x86_amx [ %p3, %kept ], [ %p3, %behind ]
  %t4 = phi x86_amx [ %p4, %kept ], [ %p4, %behind ]
  %t5 = phi x86_amx [ %p5, %kept ], [ %p5, %behind ]
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %t)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %t0)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %t1)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %t2)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %t3)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %t4)
  call void @llvm.x86.tilestored64.internal(i16 16, i16 64, ptr %d, i64 64, x86_amx %t5)
  ret void
}

declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64)
declare x86_amx @llvm.x86.tdpbssd.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)
