; Short sides of a divergent branch without effects are done in all lanes, from inside to outside; of a
; uniform one, long ones and those that read memory stay branches.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @nested.full(
; CHECK-COUNT-2: select <8 x i1> %{{.*}}, <8 x i32>
; CHECK-NOT:     br i1
; CHECK:         ret void

; CHECK-LABEL: define internal void @reads.full(
; CHECK:         br i1
; CHECK:         ret void

; CHECK-LABEL: define internal void @uniform.full(
; CHECK:         br i1
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @nested(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %id = call i64 @heddle.local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %p
  %isLow = icmp ult i32 %v, 10
  br i1 %isLow, label %low, label %high
low:
  %digit = add i32 %v, 48
  br label %end
high:
  %isMiddle = icmp ult i32 %v, 36
  br i1 %isMiddle, label %middle, label %join
middle:
  %letter = sub i32 97, %v
  br label %join
join:
  %other = phi i32 [ %letter, %middle ], [ 63, %high ]
  br label %end
end:
  %r = phi i32 [ %digit, %low ], [ %other, %join ]
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %q
  ret void
}

define void @reads(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %id = call i64 @heddle.local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %p
  %isLow = icmp ult i32 %v, 10
  br i1 %isLow, label %low, label %end
low:
  %other = load i32, ptr addrspace(1) %out
  br label %end
end:
  %r = phi i32 [ %other, %low ], [ %v, %entry ]
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %q
  ret void
}

define void @uniform(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %id = call i64 @heddle.local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %p
  %isLow = icmp ult i32 %n, 10
  br i1 %isLow, label %low, label %end
low:
  %other = add i32 %v, %n
  br label %end
end:
  %r = phi i32 [ %other, %low ], [ %v, %entry ]
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %q
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
