; One addition of the lanes' sum when nobody looks at the old value; else one lane after another.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v8i32
; CHECK:         atomicrmw add ptr addrspace(1) %p, i32 %[[SUM]] monotonic
; CHECK:       lane:
; CHECK:         atomicrmw xchg
; CHECK:         br i1 %{{.*}}, label %lane,

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %i = trunc i64 %id to i32
  %p = getelementptr inbounds i32, ptr addrspace(1) %out, i64 100
  %unused = atomicrmw add ptr addrspace(1) %p, i32 %i monotonic
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  %r = getelementptr inbounds i32, ptr addrspace(1) %q, i64 200
  %old = atomicrmw xchg ptr addrspace(1) %r, i32 9 monotonic
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
