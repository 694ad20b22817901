; Elements side by side that lanes access one by one are accessed as vectors: loads also where the
; code parts and meets in between, stores where they fill the whole step. What may be written in
; between is read when its turn comes. Under a mask the gaps are masked out, too.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @swapped.full(
; CHECK-COUNT-3: load <8 x i8>
; CHECK-NOT:     load
; CHECK-COUNT-3: store <8 x i8>
; CHECK-NOT:     store
; CHECK:         ret void

; CHECK-LABEL: define internal void @parted.full(
; CHECK-COUNT-4: load <8 x i8>
; CHECK-NOT:     load {{.*}}i8
; CHECK:         ret void

; CHECK-LABEL: define internal void @in_place.full(
; CHECK-COUNT-3: load <8 x i8>
; CHECK-NOT:     load <8 x i8>
; CHECK:         store
; CHECK:         load <8 x i8>
; CHECK:         ret void
; CHECK-LABEL: define internal void @gaps.full(
; CHECK-COUNT-4: call void @llvm.masked.store.v8i8.p1(<8 x i8> {{.*}}, <8 x i1> <i1 true, i1 true, i1 true, i1 false, i1 true, i1 true, i1 true, i1 false>)
; CHECK-NOT:     store
; CHECK:         ret void

; CHECK-LABEL: define internal void @bounded.full(
; CHECK: %[[MASK:.*]] = {{.*}}icmp slt <8 x i32>
; CHECK: shufflevector <8 x i1> %{{.*}}, <8 x i1> zeroinitializer, <8 x i32> <i32 0, i32 0, i32 0, i32 8, i32 1, i32 1, i32 1, i32 8>
; CHECK-COUNT-4: call <8 x i16> @llvm.masked.load
; CHECK-NOT:     masked.gather
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @swapped(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %i = mul i64 %local, 3
  %p = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 1
  %p2 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 2
  %c = load i8, ptr addrspace(1) %p2
  %a = load i8, ptr addrspace(1) %p
  %b = load i8, ptr addrspace(1) %p1
  %q = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i
  %q1 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 1
  %q2 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 2
  store i8 %c, ptr addrspace(1) %q
  store i8 %a, ptr addrspace(1) %q2
  store i8 %b, ptr addrspace(1) %q1
  ret void
}

define void @parted(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %i = mul i64 %local, 4
  %p = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 1
  %p3 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 3
  %a = load i8, ptr addrspace(1) %p
  %isLow = icmp ult i8 %a, 9
  br i1 %isLow, label %low, label %join
low:
  %d = load i8, ptr addrspace(1) %p3
  %e = mul i8 %d, %d
  br label %join
join:
  %v = phi i8 [ %e, %low ], [ %a, %entry ]
  %b = load i8, ptr addrspace(1) %p1
  %c = load i8, ptr addrspace(1) %p3
  %sum = sub i8 %v, %b
  %all = xor i8 %sum, %c
  %q = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %local
  store i8 %all, ptr addrspace(1) %q
  ret void
}

define void @in_place(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %i = mul i64 %local, 3
  %p = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %i
  %p1 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 1
  %p2 = getelementptr inbounds i8, ptr addrspace(1) %p, i64 2
  %b = load i8, ptr addrspace(1) %p1
  store i8 %b, ptr addrspace(1) %p
  %c = load i8, ptr addrspace(1) %p2
  store i8 %c, ptr addrspace(1) %p1
  %d = load i8, ptr addrspace(1) %p
  store i8 %d, ptr addrspace(1) %p2
  ret void
}

define void @gaps(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #1 {
  %local = call i64 @heddle.local_id(i32 0)
  %v = trunc i64 %local to i8
  %i = mul i64 %local, 4
  %q = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %i
  %q1 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 1
  %q2 = getelementptr inbounds i8, ptr addrspace(1) %q, i64 2
  store i8 %v, ptr addrspace(1) %q
  store i8 7, ptr addrspace(1) %q1
  store i8 %v, ptr addrspace(1) %q2
  ret void
}

define void @bounded(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %id = trunc i64 %local to i32
  %isIn = icmp slt i32 %id, %n
  br i1 %isIn, label %in.range, label %end
in.range:
  %i = mul i64 %local, 4
  %p = getelementptr inbounds i16, ptr addrspace(1) %in, i64 %i
  %p2 = getelementptr inbounds i16, ptr addrspace(1) %p, i64 2
  %a = load i16, ptr addrspace(1) %p
  %b = load i16, ptr addrspace(1) %p2
  %c = sub i16 %a, %b
  %q = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %local
  store i16 %c, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { "heddle-kernel" "heddle-masks-elements" "heddle-sub-group-size"="8" }
