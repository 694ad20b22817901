; An address that is stored: each lane has an object of its own.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK-DAG:     alloca [128 x i8], align 8
; CHECK-DAG:     alloca [64 x i8], align 8

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %a = alloca [4 x i32], align 8
  %slot = alloca ptr, align 8
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %i = trunc i64 %id to i32
  store i32 %i, ptr %a, align 8
  %b = getelementptr inbounds i8, ptr %a, i64 6
  store i16 77, ptr %b, align 2
  store volatile ptr %a, ptr %slot, align 8
  %q = load volatile ptr, ptr %slot, align 8
  %r = load i32, ptr %q, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
