; A block runs when a lane wants it; loads and stores in it are masked; the mask is a select, since the
; condition of an inactive lane may be poison.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.masked(
; CHECK:         %[[EXISTS:.*]] = icmp ult
; CHECK:         %[[THEN:.*]] = select <8 x i1> %[[EXISTS]], <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
; CHECK:         %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %[[THEN]])
; CHECK:         br i1 %[[ANY]],
; CHECK:         call <8 x i32> @llvm.masked.load{{.*}}<8 x i1> %[[THEN]]
; CHECK:         call void @llvm.masked.store{{.*}}<8 x i1> %[[THEN]]

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %bit = and i64 %id, 5
  %c = icmp eq i64 %bit, 4
  br i1 %c, label %then, label %end
then:
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %to, align 4
  br label %end
end:
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
