; float4 at places that were loaded: a load and a store for each lane, and no shuffle, since nobody
; wants a component. A lane that is
; missing reads what an active one does and writes where nobody looks. Words of bytes are gathered as such.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK-COUNT-8: load <4 x float>, ptr addrspace(1) %{{.*}}, align 16
; CHECK-NOT:     masked
; CHECK:         fmul <8 x float>
; CHECK-COUNT-8: store <4 x float> %{{.*}}, ptr addrspace(1) %{{.*}}, align 16
; CHECK:         ret void
; CHECK-LABEL: define internal void @k.masked(
; CHECK:         %[[NOWHERE:.*]] = alloca [64 x i8]
; CHECK:         %[[FIRST:.*]] = call i8 @llvm.cttz.i8(
; CHECK:         extractelement <8 x ptr addrspace(1)>
; CHECK:         select <8 x i1> %exists, <8 x ptr addrspace(1)>
; CHECK-COUNT-8: load <4 x float>
; CHECK:         addrspacecast ptr %[[NOWHERE]] to ptr addrspace(1)
; CHECK:         select <8 x i1> %exists, <8 x ptr addrspace(1)>
; CHECK-COUNT-8: store <4 x float>
; CHECK:         ret void

; CHECK-LABEL: define internal void @words.full(
; CHECK:         %[[WORDS:.*]] = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 1
; CHECK:         bitcast <8 x i32> %[[WORDS]] to <32 x i8>
; CHECK:         %[[SUMS:.*]] = bitcast <32 x i8> %{{.*}} to <8 x i32>
; CHECK:         call void @llvm.masked.scatter.v8i32.v8p1(<8 x i32> %[[SUMS]], <8 x ptr addrspace(1)> align 1
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %v = load i32, ptr addrspace(1) %from, align 4
  %low = and i32 %v, 63
  %wide = zext i32 %low to i64
  %p = getelementptr inbounds <4 x float>, ptr addrspace(1) %in, i64 %wide
  %w = load <4 x float>, ptr addrspace(1) %p, align 16
  %x = fmul <4 x float> %w, splat (float 2.0)
  %mirror = xor i64 %local, 1
  %to = getelementptr inbounds <4 x float>, ptr addrspace(1) %out, i64 %mirror
  store <4 x float> %x, ptr addrspace(1) %to, align 16
  ret void
}

define void @words(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %v = load i32, ptr addrspace(1) %from, align 4
  %low = and i32 %v, 63
  %wide = zext i32 %low to i64
  %p = getelementptr inbounds <4 x i8>, ptr addrspace(1) %in, i64 %wide
  %w = load <4 x i8>, ptr addrspace(1) %p, align 1
  %x = add <4 x i8> %w, splat (i8 2)
  %mirror = xor i64 %local, 1
  %to = getelementptr inbounds <4 x i8>, ptr addrspace(1) %out, i64 %mirror
  store <4 x i8> %x, ptr addrspace(1) %to, align 1
  ret void
}

declare i64 @heddle.local_id(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
