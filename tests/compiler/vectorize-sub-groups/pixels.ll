; Bytes at an increment that a launch gives: two to four are the components of a pixel, accessed as if
; the code had the number, and any other number is added from lane to lane.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define {{.*}}@image.full(
; CHECK:         %[[ONE:.*]] = icmp eq i64 %n, 1
; CHECK:         br i1 %[[ONE]], label %affine
; CHECK:         load <16 x i8>
; CHECK:       scattered
; CHECK:         %[[THREE:.*]] = icmp eq i64 %n, 3
; CHECK:         br i1 %[[THREE]]
; CHECK-COUNT-3: load <16 x i8>
; CHECK:         icmp eq i64 %n, 4
; CHECK-COUNT-4: load <16 x i8>
; CHECK:         icmp eq i64 %n, 2
; CHECK-COUNT-2: load <16 x i8>
; CHECK-COUNT-16: load i8, ptr addrspace(1)
; CHECK-NOT:     @llvm.masked.gather
; CHECK:         store <16 x i8>
; CHECK:       scattered
; CHECK:         icmp eq i64 %n, 3
; CHECK-COUNT-3: call void @llvm.masked.store.v16i8
; CHECK-NOT:     @llvm.masked.scatter
; CHECK-COUNT-16: store i8
; CHECK:         ret void
define void @image(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %at = mul i64 %id, %n
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %at
  %x = load i8, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %out, i64 %at
  store i8 %x, ptr addrspace(1) %q
  ret void
}

; Gaps are kept by masks.
; CHECK-LABEL: define {{.*}}@no_masks.full(
; CHECK:         icmp eq i64 %n, 1
; CHECK-NOT:     icmp eq i64 %n, 3
; CHECK-COUNT-16: store i8
; CHECK:         ret void
define void @no_masks(i8 %x, ptr addrspace(1) %out, i64 %n) #1 {
  %id = call i64 @heddle.global_id(i32 0)
  %at = mul i64 %id, %n
  %q = getelementptr i8, ptr addrspace(1) %out, i64 %at
  store i8 %x, ptr addrspace(1) %q
  ret void
}

; Words have gathers.
; CHECK-LABEL: define {{.*}}@words.full(
; CHECK:         icmp eq i64 %n, 1
; CHECK-NOT:     icmp eq i64 %n, 3
; CHECK:         @llvm.masked.gather.v16i32
; CHECK:         ret void
define void @words(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %at = mul i64 %id, %n
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %at
  %x = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %x, ptr addrspace(1) %q
  ret void
}

; The index may wrap between two lanes, too: not if there is room for the largest step.
; CHECK-LABEL: define {{.*}}@wraps.full(
; CHECK-DAG:     %[[ONE:.*]] = icmp eq i32 %n, 1
; CHECK-DAG:     %[[ROOM:.*]] = icmp sle i32 %{{.*}}, 2147483587
; CHECK:         and i1 %[[ONE]], %[[ROOM]]
; CHECK:         %[[THREE:.*]] = icmp eq i32 %n, 3
; CHECK:         and i1 %[[THREE]], %[[ROOM]]
; CHECK-COUNT-3: load <16 x i8>
; CHECK:         @llvm.masked.gather.v16i8
; CHECK:         ret void
define void @wraps(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %at = mul i32 %narrow, %n
  %wide = sext i32 %at to i64
  %p = getelementptr i8, ptr addrspace(1) %in, i64 %wide
  %x = load i8, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %out, i64 %id
  store i8 %x, ptr addrspace(1) %q
  ret void
}
declare i64 @heddle.global_id(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" "heddle-masks-elements" }
attributes #1 = { "heddle-kernel" "heddle-sub-group-size"="16" }

