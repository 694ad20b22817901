; Reductions that wait for nothing of one another become one, of a vector; the uniform arithmetic on
; the results follows them, and what a later row is made of comes before the first one's use.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; Rows are 0 and 1, 2 and 3 in two vectors of two lower and two upper halves, then all four.
; CHECK-LABEL: define internal void @rows.full(
; CHECK:         shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK:         shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
; CHECK:         call <8 x float> @llvm.maxnum.v8f32(
; CHECK:         call <8 x float> @llvm.maxnum.v8f32(
; CHECK:         shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
; CHECK:         call <8 x float> @llvm.maxnum.v8f32(
; CHECK:         call <8 x float> @llvm.maxnum.v8f32(
; CHECK:         %[[MOST:.*]] = shufflevector <8 x float> %{{.*}}, <8 x float> poison, <4 x i32> <i32 0, i32 4, i32 1, i32 5>
; CHECK:         %[[LESS:.*]] = fsub <4 x float> %{{.*}}, %[[MOST]]
; CHECK:         %[[POWERS:.*]] = call <4 x float> @_Z3expDv4_f(<4 x float> %[[LESS]])
; CHECK-NOT:     @_Z3expf(
; CHECK:         ret void

; One that is made of another's result is not part of them, nor are three.
; CHECK-LABEL: define internal void @chain.full(
; CHECK-NOT:     <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8,
; CHECK:         ret void

; Vectors of a module, whose lanes' bytes do not fill 128 bits.
; CHECK-LABEL: define internal void @bytes.full(
; CHECK:         shufflevector <8 x i8> %{{.*}}, <8 x i8> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 8, i32 9, i32 10, i32 11>
; CHECK:         shufflevector <8 x i8> %{{.*}}, <8 x i8> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 4, i32 5, i32 8, i32 9, i32 12, i32 13>
; CHECK:         shufflevector <8 x i8> %{{.*}}, <8 x i8> poison, <4 x i32>
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @rows(ptr addrspace(1) %in, ptr addrspace(1) %out, float %old) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %place = shl i64 %id, 2
  %from = getelementptr float, ptr addrspace(1) %in, i64 %place
  %row = load <4 x float>, ptr addrspace(1) %from, align 4
  %a = extractelement <4 x float> %row, i64 0
  %most.a = call float @heddle.sub_group_reduce.f32f32i32(float %a, i32 7)
  %less.a = fsub float %old, %most.a
  %power.a = call float @_Z3expf(float %less.a)
  %b = extractelement <4 x float> %row, i64 1
  %most.b = call float @heddle.sub_group_reduce.f32f32i32(float %b, i32 7)
  %less.b = fsub float %old, %most.b
  %power.b = call float @_Z3expf(float %less.b)
  %c = extractelement <4 x float> %row, i64 2
  %most.c = call float @heddle.sub_group_reduce.f32f32i32(float %c, i32 7)
  %less.c = fsub float %old, %most.c
  %power.c = call float @_Z3expf(float %less.c)
  %d = extractelement <4 x float> %row, i64 3
  %most.d = call float @heddle.sub_group_reduce.f32f32i32(float %d, i32 7)
  %less.d = fsub float %old, %most.d
  %power.d = call float @_Z3expf(float %less.d)
  %scaled.a = fmul float %a, %power.a
  %scaled.b = fmul float %b, %power.b
  %scaled.c = fmul float %c, %power.c
  %scaled.d = fmul float %d, %power.d
  %result.a = insertelement <4 x float> poison, float %scaled.a, i64 0
  %result.b = insertelement <4 x float> %result.a, float %scaled.b, i64 1
  %result.c = insertelement <4 x float> %result.b, float %scaled.c, i64 2
  %result.d = insertelement <4 x float> %result.c, float %scaled.d, i64 3
  %to = getelementptr float, ptr addrspace(1) %out, i64 %place
  store <4 x float> %result.d, ptr addrspace(1) %to, align 4
  ret void
}

define void @chain(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %a = load float, ptr addrspace(1) %from, align 4
  %most.a = call float @heddle.sub_group_reduce.f32f32i32(float %a, i32 1)
  %b = fsub float %a, %most.a
  %most.b = call float @heddle.sub_group_reduce.f32f32i32(float %b, i32 1)
  %c = fsub float %a, %most.b
  %most.c = call float @heddle.sub_group_reduce.f32f32i32(float %c, i32 1)
  %d = fmul float %a, %a
  %most.d = call float @heddle.sub_group_reduce.f32f32i32(float %d, i32 1)
  %e = fadd float %a, %a
  %most.e = call float @heddle.sub_group_reduce.f32f32i32(float %e, i32 1)
  %ab = fadd float %most.a, %most.c
  %de = fadd float %most.d, %most.e
  %all = fadd float %ab, %de
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %all, ptr addrspace(1) %to, align 4
  ret void
}

define void @bytes(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %place = shl i64 %id, 2
  %from = getelementptr i8, ptr addrspace(1) %in, i64 %place
  %row = load <4 x i8>, ptr addrspace(1) %from, align 4
  %sums = call <4 x i8> @heddle.sub_group_reduce.v4i8v4i8i32(<4 x i8> %row, i32 0)
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %place
  store <4 x i8> %sums, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.global_id(i32)
declare <4 x i8> @heddle.sub_group_reduce.v4i8v4i8i32(<4 x i8>, i32) #1
declare float @heddle.sub_group_reduce.f32f32i32(float, i32) #1
declare float @_Z3expf(float) #2

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { convergent nounwind willreturn memory(none) }
attributes #2 = { nounwind willreturn memory(none) "heddle-vector-math" }
