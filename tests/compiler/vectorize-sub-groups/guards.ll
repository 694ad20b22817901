; What all lanes of most sub-groups do, as they are inside of an image: a version without masks, and
; one with them. Not where one work-item is asked for, where what lanes have read
; decides.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @inside.full(
; CHECK:         %[[FIRST:.*]] = trunc i64 %{{.*}} to i32
; CHECK:         %[[LAST:.*]] = add i32 %[[FIRST]], 7
; CHECK:         %[[GROWS:.*]] = icmp sge i32 %[[LAST]], %[[FIRST]]
; CHECK:         %[[IN:.*]] = icmp slt i32 %[[LAST]], %n
; CHECK:         %[[ALL:.*]] = and i1 %[[GROWS]], %[[IN]]
; CHECK:         br i1 %[[ALL]], label %[[WHOLE:.*]], label %[[SOME:.*]]
; CHECK:       [[SOME]]:
; CHECK-COUNT-3: call <8 x i32> @llvm.masked.load
; CHECK:         call void @llvm.masked.store
; CHECK:       [[WHOLE]]:
; CHECK-COUNT-3: load <8 x i32>
; CHECK:         store <8 x i32>
; CHECK:         ret void

; With missing lanes there are masks anyway.
; CHECK-LABEL: define internal void @inside.masked(
; CHECK-NOT:     store <8 x i32>
; CHECK:         ret void

; CHECK-LABEL: define internal void @border.full(
; CHECK:       body.all:
; CHECK-COUNT-4: load <8 x i32>
; CHECK:         ret void

; CHECK-LABEL: define internal void @first.full(
; CHECK-NOT:   .all:
; CHECK:         ret void

; CHECK-LABEL: define internal void @positive.full(
; CHECK-NOT:   .all:
; CHECK:         ret void

; A read of global memory is reason enough.
; CHECK-LABEL: define internal void @short.full(
; CHECK:       body.all:
; CHECK:         load <8 x i32>
; CHECK:         store <8 x i32>
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @inside(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %i = trunc i64 %local to i32
  %is = icmp slt i32 %i, %n
  br i1 %is, label %body, label %end

body:
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %a = load i32, ptr addrspace(1) %p
  %b = load i32, ptr addrspace(1) %p1
  %p2 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 8
  %d = load i32, ptr addrspace(1) %p2
  %e = mul i32 %a, %b
  %c = mul i32 %d, %e
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %c, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

define void @border(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %a = load i32, ptr addrspace(1) %p
  %is_first = icmp eq i64 %local, 0
  %last = add i64 %n, -1
  %is_last = icmp eq i64 %local, %last
  %is = or i1 %is_first, %is_last
  br i1 %is, label %end, label %body

body:
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %p2 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 -4
  %p3 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 40
  %b = load i32, ptr addrspace(1) %p1
  %c = load i32, ptr addrspace(1) %p2
  %d = load i32, ptr addrspace(1) %p3
  %p4 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 44
  %g = load i32, ptr addrspace(1) %p4
  %h = mul i32 %b, %c
  %e = mul i32 %g, %h
  %f = mul i32 %e, %d
  br label %end

end:
  %sum = phi i32 [ %a, %entry ], [ %f, %body ]
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %sum, ptr addrspace(1) %q
  ret void
}

define void @first(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %is = icmp eq i64 %local, %n
  br i1 %is, label %body, label %end

body:
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %a = load i32, ptr addrspace(1) %p
  %b = load i32, ptr addrspace(1) %p1
  %p2 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 8
  %d = load i32, ptr addrspace(1) %p2
  %e = mul i32 %a, %b
  %c = mul i32 %d, %e
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %c, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

define void @positive(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %a = load i32, ptr addrspace(1) %p
  %is = icmp sgt i32 %a, 0
  br i1 %is, label %body, label %end

body:
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 4
  %p2 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 8
  %b = load i32, ptr addrspace(1) %p1
  %d = load i32, ptr addrspace(1) %p2
  %p3 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 12
  %e = load i32, ptr addrspace(1) %p3
  %f = mul i32 %d, %b
  %c = mul i32 %e, %f
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %c, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

define void @short(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %is = icmp slt i64 %local, %n
  br i1 %is, label %body, label %end

body:
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %a = load i32, ptr addrspace(1) %p
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %a, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

; One range behind the other, and what all of them end in: the version for all lanes has no masks
; within the conditions around it, and what it has computed arrives there.
; CHECK-LABEL: define internal void @ranges.full(
; CHECK:       third.all:
; CHECK:         %[[ALL:.*]] = load <8 x i32>
; CHECK:         phi <8 x i32> {{.*}}[ %[[ALL]], %third.all ]
define void @ranges(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %in_first = icmp slt i64 %local, 12
  br i1 %in_first, label %first, label %behind_first

first:
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %n
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %p1, i64 %local
  %a = load i32, ptr addrspace(1) %q1
  br label %end

behind_first:
  %in_second = icmp slt i64 %local, 20
  br i1 %in_second, label %second, label %behind_second

second:
  %q2 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %b = load i32, ptr addrspace(1) %q2
  br label %end

behind_second:
  %in_third = icmp slt i64 %local, 28
  br i1 %in_third, label %third, label %fourth

third:
  %p3 = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %n
  %q3 = getelementptr inbounds i32, ptr addrspace(1) %p3, i64 %local
  %c = load i32, ptr addrspace(1) %q3
  br label %end

fourth:
  %q4 = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  %d = load i32, ptr addrspace(1) %q4
  br label %end

end:
  %value = phi i32 [ %a, %first ], [ %b, %second ], [ %c, %third ], [ %d, %fourth ]
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %value, ptr addrspace(1) %to
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" "heddle-masks-elements" }
