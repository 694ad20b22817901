; A lane that walks along a row of its own has 64 bytes of it loaded in every 16th round, as vectors,
; and reads them from private memory that has its lanes side by side. Fewer rounds are gathers. A
; loop that writes memory stays as it is.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @walk.full(
; CHECK:         %line{{.*}} = alloca [16 x <8 x i32>]
; CHECK:         and i64 %{{.*}}, 15
; CHECK-COUNT-32: load <4 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK:         call <8 x i32> @llvm.masked.gather.v8i32.v8p1(
; CHECK-NOT:     masked.gather
; CHECK:         ret void

; CHECK-LABEL: define internal void @bytes.full(
; CHECK:         alloca [8 x <8 x i32>]
; CHECK-COUNT-16: load <4 x i32>, ptr addrspace(1) %{{.*}}, align 1
; CHECK-NOT:     masked.gather
; CHECK:         lshr <8 x i32>
; CHECK:         trunc <8 x i32> %{{.*}} to <8 x i8>
; CHECK:         ret void

; CHECK-LABEL: define internal void @bytes_to_the_end.full(
; CHECK:         alloca [4 x <8 x i32>]
; CHECK:         masked.gather
; CHECK:         shl <8 x i32>
; CHECK:         or <8 x i32>
; CHECK-COUNT-8: load <4 x i32>, ptr addrspace(1) %{{.*}}, align 1
; CHECK-NOT:     masked.gather
; CHECK:         ret void

; CHECK-LABEL: define internal void @two_rows.full(
; CHECK:         alloca [16 x <8 x i32>]
; CHECK:         alloca [16 x <8 x i32>]
; CHECK-COUNT-64: load <4 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT:     masked.gather
; CHECK:         ret void

; CHECK-LABEL: define internal void @written.full(
; CHECK-NOT:     alloca
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @walk(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %small = and i32 %n, 31
  %count = zext i32 %small to i64
  %more = add i64 %count, 1
  %from = mul i64 %local, %more
  %row = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %from
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  %p = getelementptr inbounds i32, ptr addrspace(1) %row, i64 %k
  %v = load i32, ptr addrspace(1) %p, align 4
  %added = add i32 %sum, %v
  %next = add i64 %k, 1
  %done = icmp eq i64 %k, %count
  br i1 %done, label %end, label %loop

end:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %added, ptr addrspace(1) %to, align 4
  ret void
}

define void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %from = mul i64 %local, 18
  %row = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %from
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %added, %loop ]
  %p = getelementptr inbounds i8, ptr addrspace(1) %row, i64 %k
  %v = load i8, ptr addrspace(1) %p, align 1
  %added = add i8 %sum, %v
  %next = add i64 %k, 1
  %done = icmp eq i64 %k, 31
  br i1 %done, label %end, label %loop

end:
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %local
  store i8 %added, ptr addrspace(1) %to, align 1
  ret void
}

define void @bytes_to_the_end(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %count) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %more = add i64 %count, 1
  %from = mul i64 %local, %more
  %row = getelementptr inbounds i8, ptr addrspace(1) %in, i64 %from
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i8 [ 0, %entry ], [ %added, %loop ]
  %p = getelementptr inbounds i8, ptr addrspace(1) %row, i64 %k
  %v = load i8, ptr addrspace(1) %p, align 1
  %added = add i8 %sum, %v
  %next = add i64 %k, 1
  %done = icmp eq i64 %k, %count
  br i1 %done, label %end, label %loop

end:
  %to = getelementptr inbounds i8, ptr addrspace(1) %out, i64 %local
  store i8 %added, ptr addrspace(1) %to, align 1
  ret void
}

define void @two_rows(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %from = shl i64 %local, 5
  %row = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %from
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  %p = getelementptr inbounds i32, ptr addrspace(1) %row, i64 %k
  %v = load i32, ptr addrspace(1) %p, align 4
  %q = getelementptr inbounds i8, ptr addrspace(1) %p, i64 64
  %w = load i32, ptr addrspace(1) %q, align 4
  %product = mul i32 %v, %w
  %added = add i32 %sum, %product
  %next = add i64 %k, 1
  %done = icmp eq i64 %k, 15
  br i1 %done, label %end, label %loop

end:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %added, ptr addrspace(1) %to, align 4
  ret void
}

define void @written(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %small = and i32 %n, 31
  %count = zext i32 %small to i64
  %from = mul i64 %local, %count
  %row = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %from
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr addrspace(1) %row, i64 %k
  %v = load i32, ptr addrspace(1) %p, align 4
  store i32 %v, ptr addrspace(1) %to, align 4
  %next = add i64 %k, 1
  %done = icmp eq i64 %k, %count
  br i1 %done, label %end, label %loop

end:
  ret void
}
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
declare i64 @heddle.local_id(i32)
