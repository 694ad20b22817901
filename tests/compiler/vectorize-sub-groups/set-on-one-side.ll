; One side of a divergent branch brings a value that is the same for all lanes, the other one nothing.
; Both sides may run: the joined value is the one that there is, also behind the side without one.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:       join:
; CHECK-NEXT:    insertelement <8 x i32> poison, i32 %uniform, i64 0
; CHECK:       use:
; CHECK-NEXT:    getelementptr i32, ptr addrspace(1) %out, i64 %next

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %id = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %p, align 4
  %uniform = load i32, ptr addrspace(1) %in, align 4
  %next = add i64 %id, 5
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  %odd = trunc i32 %v to i1
  br i1 %odd, label %then, label %join
then:
  store i32 %v, ptr addrspace(1) %to, align 4
  br label %join
join:
  %x = phi i32 [ %uniform, %entry ], [ undef, %then ]
  %at = phi i64 [ %next, %entry ], [ undef, %then ]
  %isSet = icmp eq i32 %v, 2
  br i1 %isSet, label %use, label %end
use:
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %at
  store i32 %x, ptr addrspace(1) %q, align 4
  br label %end
end:
  ret void
}

declare i64 @heddle.local_id(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
