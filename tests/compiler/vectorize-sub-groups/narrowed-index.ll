; int i = get_global_id(0); a[i]: the index may wrap between two lanes. One check of the first lane
; serves a[i] and a[i + 1]; behind it are vector accesses, and gathers where it fails.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[I:.*]] = trunc i64 %{{.*}} to i32
; CHECK:         %[[OK:.*]] = icmp sle i32 %[[I]], 2147483640
; CHECK-NOT:     icmp
; CHECK:         br i1 %[[OK]], label %[[FAST:.*]], label %[[SLOW:.*]], !prof
; CHECK:       [[FAST]]:
; CHECK:         load <8 x i32>
; CHECK:       [[SLOW]]:
; CHECK:         call <8 x i32> @llvm.masked.gather
; CHECK:         br i1 %[[OK]],
; CHECK:         load <8 x i32>

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %i = trunc i64 %id to i32
  %wide = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %wide
  %v = load i32, ptr addrspace(1) %p, align 4
  %j = add nsw i32 %i, 1
  %widej = sext i32 %j to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %widej
  %w = load i32, ptr addrspace(1) %q, align 4
  %s = mul i32 %v, %w
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %s, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
