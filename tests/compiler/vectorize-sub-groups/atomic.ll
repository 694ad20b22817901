; One addition of the lanes' sum, of which each lane takes its part when it looks at the old value;
; one for lanes that are found to have one address, or whose ids have one quotient; other operations
; run one lane after another. Exchanges of one place go on from lane to lane that may succeed.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @tickets.full(
; CHECK:         %[[OLD:.*]] = atomicrmw add ptr addrspace(1) %next, i32 8 monotonic
; CHECK-NOT:   lane:
; CHECK:         add <8 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-NOT:   lane:
; CHECK:         ret void

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[SUM:.*]] = extractelement <1 x i32> %{{.*}}, i32 0
; CHECK:         atomicrmw add ptr addrspace(1) %p, i32 %[[SUM]] monotonic
; CHECK:       lane:
; CHECK:         atomicrmw xchg
; CHECK:         br i1 %{{.*}}, label %lane,

; CHECK-LABEL: define internal void @bits.full(
; CHECK:         %[[DIFFER:.*]] = icmp ne <8 x ptr addrspace(1)>
; CHECK:         %[[OR:.*]] = extractelement <1 x i32> %{{.*}}, i32 0
; CHECK:         atomicrmw or ptr addrspace(1) %{{.*}}, i32 %[[OR]] monotonic
; CHECK:       lane:
; CHECK:         atomicrmw or

; CHECK-LABEL: define internal void @quotients.full(
; CHECK:         %[[OR:.*]] = extractelement <1 x i32> %{{.*}}, i32 0
; CHECK:         atomicrmw or ptr addrspace(1) %{{.*}}, i32 %[[OR]] monotonic
; CHECK:       lane:
; CHECK:         atomicrmw or

; CHECK-LABEL: define internal void @exchanges.full(
; CHECK:       exchange:
; CHECK:         %[[PAIR:.*]] = cmpxchg ptr addrspace(1) %out, i32 0, i32 %{{.*}} monotonic monotonic
; CHECK:         %[[OLD:.*]] = extractvalue { i32, i1 } %[[PAIR]], 0
; CHECK:         select i1 %{{.*}}, i32 %{{.*}}, i32 %[[OLD]]
; CHECK:         icmp eq <8 x i32> zeroinitializer, %{{.*}}
; CHECK:         br i1 %{{.*}}, label %exchange,

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @tickets(ptr addrspace(1) %next, ptr addrspace(1) %out) #0 {
  %ticket = atomicrmw add ptr addrspace(1) %next, i32 1 monotonic
  %p = getelementptr inbounds i32, ptr addrspace(1) %out, i32 %ticket
  store i32 1, ptr addrspace(1) %p
  ret void
}

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

define void @bits(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %word = load i32, ptr addrspace(1) %p
  %bucket = and i32 %word, 1
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i32 %bucket
  %unused = atomicrmw or ptr addrspace(1) %q, i32 %word monotonic
  ret void
}

define void @quotients(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %word = load i32, ptr addrspace(1) %p
  %quotient = lshr i64 %local, 5
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %quotient
  %unused = atomicrmw or ptr addrspace(1) %q, i32 %word monotonic
  ret void
}

define void @exchanges(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %word = load i32, ptr addrspace(1) %p
  %pair = cmpxchg ptr addrspace(1) %out, i32 0, i32 %word monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  %next = add i64 %local, 1
  %r = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %next
  store i32 %old, ptr addrspace(1) %r
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
