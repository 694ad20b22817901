; Neighbouring elements of one argument with writes through another one in between: vectors where the
; arguments lie far apart, and elements in their order where they may overlap. Arguments that go
; differently far from lane to lane, or of which nothing stands between the elements of another, get
; one version.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @doubled.full(
; CHECK:         %[[FROM:.*]] = ptrtoint ptr addrspace(1) %in to i64
; CHECK:         %[[APART:.*]] = sub i64 %{{.*}}, %[[FROM]]
; CHECK:         %[[FAR:.*]] = add i64 %[[APART]], 1024
; CHECK:         %[[ARE_FAR:.*]] = icmp ugt i64 %[[FAR]], 2048
; CHECK:         br i1 %[[ARE_FAR]], label %[[FAST:.*]], label %[[USUAL:.*]]
; CHECK:       [[USUAL]]:
; CHECK:         load <8 x i32>
; CHECK:         store
; CHECK:         load <8 x i32>
; CHECK:       [[FAST]]:
; CHECK-COUNT-2: load <8 x i32>
; CHECK-NOT:     load
; CHECK-COUNT-2: store <8 x i32>
; CHECK-NOT:     store
; CHECK:         ret void

; CHECK-LABEL: define internal void @shorter.full(
; CHECK-NOT:     ptrtoint
; CHECK:         ret void

; CHECK-LABEL: define internal void @in_order.full(
; CHECK-NOT:     ptrtoint
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @doubled(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %i = mul i64 %local, 2
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %i
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %i
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 1
  %a = load i32, ptr addrspace(1) %p
  %a2 = add i32 %a, %a
  store i32 %a2, ptr addrspace(1) %q
  %b = load i32, ptr addrspace(1) %p1
  %b2 = add i32 %b, %b
  store i32 %b2, ptr addrspace(1) %q1
  ret void
}

define void @shorter(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %i = mul i64 %local, 2
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %i
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  %q = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %i
  %q1 = getelementptr inbounds i16, ptr addrspace(1) %q, i64 1
  %a = load i32, ptr addrspace(1) %p
  %a2 = trunc i32 %a to i16
  store i16 %a2, ptr addrspace(1) %q
  %b = load i32, ptr addrspace(1) %p1
  %b2 = trunc i32 %b to i16
  store i16 %b2, ptr addrspace(1) %q1
  ret void
}

define void @in_order(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %i = mul i64 %local, 2
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %i
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %i
  %q1 = getelementptr inbounds i32, ptr addrspace(1) %q, i64 1
  %a = load i32, ptr addrspace(1) %p
  %b = load i32, ptr addrspace(1) %p1
  store i32 %b, ptr addrspace(1) %q
  store i32 %a, ptr addrspace(1) %q1
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
