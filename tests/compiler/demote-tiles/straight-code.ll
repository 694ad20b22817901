; Straight code with more tiles at once than registers: eight sums get a product each before the first
; of them gets its second one, beside both factors A and one B. Those that are wanted last wait in
; memory.
; RUN: heddle-opt --passes=split-tile-exits,demote-tiles %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64)
declare x86_amx @llvm.x86.tdpbf16ps.internal(i16, i16, i16, x86_amx, x86_amx, x86_amx)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)

; CHECK-LABEL: define void @sums(
; CHECK-COUNT-4: %tile.place{{[0-9]*}} = alloca [512 x i8], align 64
; CHECK-NOT:     alloca
; CHECK-COUNT-4: call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %tile.place
; CHECK-COUNT-4: tileloadd64.internal(i16 8, i16 64, ptr %tile.place
; CHECK:         ret void
define void @sums(ptr %a, ptr %b, ptr %c) {
  %x0 = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 64, ptr %a, i64 64)
  %a1 = getelementptr i8, ptr %a, i64 512
  %x1 = call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 64, ptr %a1, i64 64)
  %b0 = getelementptr i8, ptr %b, i64 0
  %y0 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b0, i64 64)
  %z0 = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 64)
  %s0 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %z0, x86_amx %x0, x86_amx %y0)
  %b1 = getelementptr i8, ptr %b, i64 1024
  %y1 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b1, i64 64)
  %z1 = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 64)
  %s1 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %z1, x86_amx %x0, x86_amx %y1)
  %b2 = getelementptr i8, ptr %b, i64 2048
  %y2 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b2, i64 64)
  %z2 = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 64)
  %s2 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %z2, x86_amx %x0, x86_amx %y2)
  %b3 = getelementptr i8, ptr %b, i64 3072
  %y3 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b3, i64 64)
  %z3 = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 64)
  %s3 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %z3, x86_amx %x0, x86_amx %y3)
  %b4 = getelementptr i8, ptr %b, i64 4096
  %y4 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b4, i64 64)
  %z4 = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 64)
  %s4 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %z4, x86_amx %x0, x86_amx %y4)
  %b5 = getelementptr i8, ptr %b, i64 5120
  %y5 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b5, i64 64)
  %z5 = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 64)
  %s5 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %z5, x86_amx %x0, x86_amx %y5)
  %b6 = getelementptr i8, ptr %b, i64 6144
  %y6 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b6, i64 64)
  %z6 = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 64)
  %s6 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %z6, x86_amx %x0, x86_amx %y6)
  %b7 = getelementptr i8, ptr %b, i64 7168
  %y7 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b7, i64 64)
  %z7 = call x86_amx @llvm.x86.tilezero.internal(i16 8, i16 64)
  %s7 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %z7, x86_amx %x0, x86_amx %y7)
  %b8 = getelementptr i8, ptr %b, i64 8192
  %y8 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b8, i64 64)
  %t0 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %s0, x86_amx %x1, x86_amx %y8)
  %c0 = getelementptr i8, ptr %c, i64 0
  call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %c0, i64 64, x86_amx %t0)
  %b9 = getelementptr i8, ptr %b, i64 9216
  %y9 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b9, i64 64)
  %t1 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %s1, x86_amx %x1, x86_amx %y9)
  %c1 = getelementptr i8, ptr %c, i64 512
  call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %c1, i64 64, x86_amx %t1)
  %b10 = getelementptr i8, ptr %b, i64 10240
  %y10 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b10, i64 64)
  %t2 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %s2, x86_amx %x1, x86_amx %y10)
  %c2 = getelementptr i8, ptr %c, i64 1024
  call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %c2, i64 64, x86_amx %t2)
  %b11 = getelementptr i8, ptr %b, i64 11264
  %y11 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b11, i64 64)
  %t3 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %s3, x86_amx %x1, x86_amx %y11)
  %c3 = getelementptr i8, ptr %c, i64 1536
  call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %c3, i64 64, x86_amx %t3)
  %b12 = getelementptr i8, ptr %b, i64 12288
  %y12 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b12, i64 64)
  %t4 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %s4, x86_amx %x1, x86_amx %y12)
  %c4 = getelementptr i8, ptr %c, i64 2048
  call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %c4, i64 64, x86_amx %t4)
  %b13 = getelementptr i8, ptr %b, i64 13312
  %y13 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b13, i64 64)
  %t5 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %s5, x86_amx %x1, x86_amx %y13)
  %c5 = getelementptr i8, ptr %c, i64 2560
  call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %c5, i64 64, x86_amx %t5)
  %b14 = getelementptr i8, ptr %b, i64 14336
  %y14 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b14, i64 64)
  %t6 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %s6, x86_amx %x1, x86_amx %y14)
  %c6 = getelementptr i8, ptr %c, i64 3072
  call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %c6, i64 64, x86_amx %t6)
  %b15 = getelementptr i8, ptr %b, i64 15360
  %y15 = call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %b15, i64 64)
  %t7 = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 64, x86_amx %s7, x86_amx %x1, x86_amx %y15)
  %c7 = getelementptr i8, ptr %c, i64 3584
  call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %c7, i64 64, x86_amx %t7)
  ret void
}
