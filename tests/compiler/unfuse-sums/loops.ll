; Products of sums that a loop waits for are rounded by themselves.
; RUN: heddle-opt --passes=unfuse-sums %s | FileCheck %s

declare i64 @heddle.global_id(i32)
declare i64 @heddle.local_size(i32)
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: @one
; CHECK:       %[[PRODUCT:.*]] = fmul nnan float %x, %y
; CHECK-NEXT:  %next = fadd nnan float %[[PRODUCT]], %sum
define void @one(ptr %a, ptr %b, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %next, %loop ]
  %pa = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %pa
  %pb = getelementptr float, ptr %b, i64 %i
  %y = load float, ptr %pb
  %next = call nnan contract float @llvm.fmuladd.f32(float %x, float %y, float %sum)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  store float %next, ptr %out
  ret void
}

; Two sums, the second of two products.
; CHECK-LABEL: @two
; CHECK-NOT:   fmuladd
; CHECK:       ret void
define void @two(ptr %a, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %first = phi float [ 0.0, %entry ], [ %first.next, %loop ]
  %second = phi float [ 0.0, %entry ], [ %second.next, %loop ]
  %pa = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %pa
  %first.next = call float @llvm.fmuladd.f32(float %x, float %x, float %first)
  %half = call float @llvm.fmuladd.f32(float %x, float 0.5, float %second)
  %second.next = call float @llvm.fmuladd.f32(float %x, float 3.0, float %half)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  %both = fadd float %first.next, %second.next
  store float %both, ptr %out
  ret void
}

; Three sums fill the time. What the program asked for is kept, and so is what may be in any order.
; CHECK-LABEL:   @three
; CHECK-COUNT-3: fmuladd
; CHECK:         ret void
define void @three(ptr %a, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s.next, %loop ]
  %t = phi float [ 0.0, %entry ], [ %t.next, %loop ]
  %u = phi float [ 0.0, %entry ], [ %u.next, %loop ]
  %pa = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %pa
  %s.next = call float @llvm.fmuladd.f32(float %x, float %x, float %s)
  %t.next = call float @llvm.fmuladd.f32(float %x, float 0.5, float %t)
  %u.next = call float @llvm.fmuladd.f32(float %x, float 3.0, float %u)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  %st = fadd float %s.next, %t.next
  %all = fadd float %st, %u.next
  store float %all, ptr %out
  ret void
}

; CHECK-LABEL: @fused
; CHECK:       @llvm.fma.f32
; CHECK-LABEL: @anyOrder
; CHECK:       @llvm.fmuladd.f32
; CHECK-LABEL: @rows
; CHECK:       @llvm.fmuladd.f32
; CHECK-LABEL: @sized
; CHECK:       @llvm.fmuladd.f32
define void @fused(ptr %a, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %next, %loop ]
  %pa = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %pa
  %next = call float @llvm.fma.f32(float %x, float %x, float %sum)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  store float %next, ptr %out
  ret void
}

define void @anyOrder(ptr %a, ptr %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %next, %loop ]
  %pa = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %pa
  %next = call reassoc float @llvm.fmuladd.f32(float %x, float %x, float %sum)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  store float %next, ptr %out
  ret void
}

; Several rows are done at once.
define void @rows(ptr %a, ptr %out, i64 %n) #0 {
entry:
  %row = call i64 @heddle.global_id(i32 1)
  %to = getelementptr float, ptr %out, i64 %row
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %next, %loop ]
  %pa = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %pa
  %next = call float @llvm.fmuladd.f32(float %x, float %x, float %sum)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  store float %next, ptr %to
  ret void
}

; Code for one size may have other loops, and has to compute the same.
define void @sized(ptr %a, ptr %out) #0 {
entry:
  %n = call i64 @heddle.local_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %next, %loop ]
  %pa = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %pa
  %next = call float @llvm.fmuladd.f32(float %x, float %x, float %sum)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  store float %next, ptr %out
  ret void
}

attributes #0 = { "heddle-kernel" }
