; Who cannot tell how work-items are cut into sub-groups has full ones in each row, and lanes of
; k.masked begin behind those of their rows. Who asks for a sub-group has the linear order.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK:       declare void @cannot_tell({{.*}}) #[[ANY:[0-9]+]]
; CHECK:       declare void @asks({{.*}}) #[[LINEAR:[0-9]+]]
; CHECK-LABEL: define internal void @cannot_tell.masked(
; CHECK:         call i64 @heddle.full_per_row()
; CHECK:         %row_begin = mul i32 {{.*}}, 16
; CHECK:         sub i32 {{.*}}, %row_begin
; CHECK:       attributes #[[ANY]] = { "heddle-any-order"
; CHECK:       attributes #[[LINEAR]] = { "heddle-kernel"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @heddle.local_id(i32) #0
declare i64 @heddle.local_size(i32) #0
declare i32 @heddle.sub_group_id() #0

define void @cannot_tell(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #1 {
  %x = call i64 @heddle.local_id(i32 0)
  %y = call i64 @heddle.local_id(i32 1)
  %size = call i64 @heddle.local_size(i32 0)
  %row = mul i64 %y, %size
  %i = add i64 %row, %x
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %i
  %v = trunc i64 %i to i32
  store i32 %v, ptr addrspace(1) %p
  ret void
}

define void @asks(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #1 {
  %x = call i64 @heddle.local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %id = call i32 @heddle.sub_group_id()
  store i32 %id, ptr addrspace(1) %p
  ret void
}

attributes #0 = { nounwind willreturn memory(none) }
attributes #1 = { "heddle-kernel" "heddle-sub-group-size"="16" }
