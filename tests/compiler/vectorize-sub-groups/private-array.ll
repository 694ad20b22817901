; An array with one element size and no escaping address: rows of all lanes, so that a uniform index is
; a vector access.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         alloca [8 x <8 x i32>], align 32
; CHECK:       loop:
; CHECK:         store <8 x i32>
; CHECK:       end:
; CHECK:         call <8 x i32> @llvm.masked.gather

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %a = alloca [8 x i32], align 4
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %i = trunc i64 %id to i32
  br label %loop
loop:
  %k = phi i64 [ 0, %0 ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %k
  %v = mul i32 %i, 3
  %k32 = trunc i64 %k to i32
  %w = add i32 %v, %k32
  store i32 %w, ptr %p, align 4
  %next = add i64 %k, 1
  %stay = icmp ult i64 %next, 8
  br i1 %stay, label %loop, label %end
end:
  %mine = and i64 %id, 7
  %odd = xor i64 %mine, 3
  %q = getelementptr inbounds i32, ptr %a, i64 %odd
  %r = load i32, ptr %q, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
