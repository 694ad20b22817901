; An integer division under a mask divides by one in lanes that do not take part.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[D:.*]] = select <8 x i1> %[[M:.*]], <8 x i32> %{{.*}}, <8 x i32> splat (i32 1)
; CHECK:         udiv <8 x i32> splat (i32 1000), %[[D]]

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %from, align 4
  %d = and i32 %v, 3
  %c = icmp ne i32 %d, 0
  br i1 %c, label %then, label %end
then:
  %q = udiv i32 1000, %d
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %q, ptr addrspace(1) %to, align 4
  br label %end
end:
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
