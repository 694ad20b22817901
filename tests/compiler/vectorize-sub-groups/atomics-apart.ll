; Where all lanes are active, operations on words of global memory that are one instruction are there
; for each lane, without a loop; those that are loops of their own, and those of some lanes, are not.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @own_words.full(
; CHECK-NOT:   lane:
; CHECK:         %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 4
; CHECK:         %[[OLD:.*]] = atomicrmw xchg ptr addrspace(1) %p, i32 %x acquire
; CHECK-NEXT:    insertelement <8 x i32> poison, i32 %[[OLD]], i64 0
; CHECK:         atomicrmw xchg ptr addrspace(1) %[[NEXT]], i32 %x acquire
; CHECK-COUNT-6: atomicrmw xchg
; CHECK-NOT:     atomicrmw
; CHECK:         ret void

; CHECK-LABEL: define internal void @own_words.masked(
; CHECK:       lane:
; CHECK:         atomicrmw xchg

; CHECK-LABEL: define internal void @found.full(
; CHECK-NOT:   lane:
; CHECK:         %[[PAIR:.*]] = cmpxchg ptr addrspace(1) %{{.*}}, i32 0, i32 1 monotonic monotonic
; CHECK:         extractvalue { i32, i1 } %[[PAIR]], 1
; CHECK-COUNT-7: cmpxchg
; CHECK-NOT:     cmpxchg
; CHECK:         ret void

; CHECK-LABEL: define internal void @highest.full(
; CHECK:       lane:
; CHECK:         atomicrmw umax
; CHECK-NOT:     atomicrmw
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @own_words(ptr addrspace(1) %out, i32 %x) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  %old = atomicrmw xchg ptr addrspace(1) %p, i32 %x acquire
  %q = getelementptr inbounds i32, ptr addrspace(1) %p, i64 8
  store i32 %old, ptr addrspace(1) %q
  ret void
}

define void @found(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %i = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %at = load i32, ptr addrspace(1) %i
  %p = getelementptr inbounds i32, ptr addrspace(1) %out, i32 %at
  %pair = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  %one = zext i1 %done to i32
  store i32 %one, ptr addrspace(1) %i
  ret void
}

define void @highest(ptr addrspace(1) %out, i32 %x) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  %unused = atomicrmw umax ptr addrspace(1) %p, i32 %x monotonic
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
