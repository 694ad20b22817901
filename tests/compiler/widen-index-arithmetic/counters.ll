; Counters of 64 bits that begin low and go on by small steps do not wrap, nor do those of 32 bits by
; which loops of products end; LLVM could not count the rounds of these loops.
; RUN: heddle-opt --passes=widen-index-arithmetic %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @from_zero(
; CHECK:         add nuw i64 %k, 16
define void @from_zero(ptr addrspace(1) %out, i64 %n) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %goes.on = icmp ult i64 %k, %n
  br i1 %goes.on, label %body, label %end
body:
  store i64 %k, ptr addrspace(1) %out
  %next = add i64 %k, 16
  br label %loop
end:
  ret void
}

; Where it begins is anything, such as n - 1 in a loop that ends by wrapping; it counts down; its
; steps are long.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-3: add i64
define void @others(ptr addrspace(1) %out, i64 %n) {
entry:
  %last = sub i64 %n, 1
  br label %loop
loop:
  %k = phi i64 [ %last, %entry ], [ %next.k, %body ]
  %down = phi i64 [ 9, %entry ], [ %next.down, %body ]
  %far = phi i64 [ 0, %entry ], [ %next.far, %body ]
  %goes.on = icmp ne i64 %k, %n
  br i1 %goes.on, label %body, label %end
body:
  %next.k = add i64 %k, 1
  %next.down = add i64 %down, -1
  %next.far = add i64 %far, 65536
  %sum = xor i64 %next.k, %next.down
  %all = xor i64 %sum, %next.far
  store i64 %all, ptr addrspace(1) %out
  br label %loop
end:
  ret void
}

declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32)

; One of 32 bits in a loop of products that ends at a bound, and nowhere else.
; CHECK-LABEL: define void @products(
; CHECK:         add nuw i32 %k, 32
define void @products(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %body ]
  %goes.on = icmp ult i32 %k, %n
  br i1 %goes.on, label %body, label %end
body:
  %x = load <8 x i16>, ptr addrspace(1) %a
  %y = load <8 x i32>, ptr addrspace(1) %b
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %next = add i32 %k, 32
  br label %loop
end:
  store <8 x float> %sum, ptr addrspace(1) %a
  ret void
}

; A loop that may end elsewhere, and one without products.
; CHECK-LABEL: define void @ends_elsewhere(
; CHECK:         add i32 %k, 32
define void @ends_elsewhere(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %more ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %more ]
  %goes.on = icmp ult i32 %k, %n
  br i1 %goes.on, label %body, label %end
body:
  %x = load <8 x i16>, ptr addrspace(1) %a
  %y = load <8 x i32>, ptr addrspace(1) %b
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %first = extractelement <8 x float> %d, i32 0
  %is.done = fcmp olt float %first, 0.0
  br i1 %is.done, label %end, label %more
more:
  %next = add i32 %k, 32
  br label %loop
end:
  store <8 x float> %sum, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define void @without_products(
; CHECK:         add i32 %k, 32
define void @without_products(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %goes.on = icmp ult i32 %k, %n
  br i1 %goes.on, label %body, label %end
body:
  store i32 %k, ptr addrspace(1) %out
  %next = add i32 %k, 32
  br label %loop
end:
  ret void
}
