; Vectors of each lane, side by side, where shuffles within 128-bit parts of registers are quick: the
; parts of four lanes are a square, those of the next four the other half of the registers.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @words.full(
; CHECK:         [[R0:%.*]] = shufflevector <8 x i32> {{%.*}}, <8 x i32> {{%.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK-NEXT:    [[R1:%.*]] = shufflevector <8 x i32> {{%.*}}, <8 x i32> {{%.*}}, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
; CHECK:         shufflevector <8 x i32> [[R0]], <8 x i32> {{%.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK-NOT:     <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK-LABEL: define internal void @words.masked(
; CHECK-COUNT-4: call <8 x i32> @llvm.masked.load

; A part of one lane is all that a vector of lanes has.
; CHECK-LABEL: define internal void @shorts.full(
; CHECK-COUNT-8: load <8 x i16>
; CHECK:         shufflevector <8 x i16> {{%.*}}, <8 x i16> {{%.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11>
; CHECK-NOT:     <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK:         store <8 x i16>
; CHECK:         ret void

; Two registers for each element, and two squares for each vector.
; CHECK-LABEL: define internal void @doubles.full(
; CHECK:         shufflevector <8 x double> {{%.*}}, <8 x double> {{%.*}}, <4 x i32> <i32 0, i32 1, i32 8, i32 9>
; CHECK:         ret void

; Shorter vectors are less than a part.
; CHECK-LABEL: define internal void @pairs.full(
; CHECK:         shufflevector <8 x i32> {{%.*}}, <8 x i32> {{%.*}}, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @words(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %p = getelementptr inbounds <4 x i32>, ptr addrspace(1) %in, i64 %id
  %v = load <4 x i32>, ptr addrspace(1) %p, align 4
  %b = extractelement <4 x i32> %v, i64 1
  %u = insertelement <4 x i32> %v, i32 %b, i64 3
  %w = mul <4 x i32> %u, <i32 1, i32 2, i32 3, i32 4>
  %q = getelementptr inbounds <4 x i32>, ptr addrspace(1) %out, i64 %id
  store <4 x i32> %w, ptr addrspace(1) %q, align 4
  ret void
}

define void @shorts(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %p = getelementptr inbounds <8 x i16>, ptr addrspace(1) %in, i64 %id
  %v = load <8 x i16>, ptr addrspace(1) %p, align 2
  %b = extractelement <8 x i16> %v, i64 6
  %u = insertelement <8 x i16> %v, i16 %b, i64 1
  %w = mul <8 x i16> %u, <i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8>
  %q = getelementptr inbounds <8 x i16>, ptr addrspace(1) %out, i64 %id
  store <8 x i16> %w, ptr addrspace(1) %q, align 2
  ret void
}

define void @doubles(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %p = getelementptr inbounds <4 x double>, ptr addrspace(1) %in, i64 %id
  %v = load <4 x double>, ptr addrspace(1) %p, align 8
  %b = extractelement <4 x double> %v, i64 3
  %u = insertelement <4 x double> %v, double %b, i64 0
  %q = getelementptr inbounds <4 x double>, ptr addrspace(1) %out, i64 %id
  store <4 x double> %u, ptr addrspace(1) %q, align 8
  ret void
}

define void @pairs(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %p = getelementptr inbounds <2 x i32>, ptr addrspace(1) %in, i64 %id
  %v = load <2 x i32>, ptr addrspace(1) %p, align 4
  %a = extractelement <2 x i32> %v, i64 0
  %b = extractelement <2 x i32> %v, i64 1
  %c = sub i32 %a, %b
  %u = insertelement <2 x i32> %v, i32 %c, i64 1
  %q = getelementptr inbounds <2 x i32>, ptr addrspace(1) %out, i64 %id
  store <2 x i32> %u, ptr addrspace(1) %q, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" "heddle-shuffles-parts" }
