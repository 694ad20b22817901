; Rows of a tile that waited in memory are loaded where they are scaled, and stored at once for the
; next product.
; RUN: heddle-opt --passes=order-tile-rows %s | FileCheck %s

declare x86_amx @llvm.x86.tileloadd64.internal(i16, i16, ptr, i64)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr, i64, x86_amx)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: @scaled
; CHECK:      [[A:%.*]] = load <16 x float>, ptr %sums
; CHECK-NEXT: [[X:%.*]] = fmul <16 x float> [[A]], %scale
; CHECK-NEXT: store <16 x float> [[X]], ptr %rows
; CHECK-NEXT: [[B:%.*]] = load <16 x float>, ptr %sums.1
; CHECK-NEXT: [[Y:%.*]] = fmul <16 x float> [[B]], %scale
; CHECK-NEXT: store <16 x float> [[Y]], ptr %rows.1
; CHECK-NEXT: call void @other
define void @scaled(<16 x float> %scale, ptr %out) {
  %sums = alloca [1024 x i8], align 64
  %rows = alloca [1024 x i8], align 64
  call void @llvm.memset.inline.p0.i64(ptr %sums, i8 0, i64 1024, i1 false)
  %sums.1 = getelementptr i8, ptr %sums, i64 64
  %rows.1 = getelementptr i8, ptr %rows, i64 64
  %a = load <16 x float>, ptr %sums
  %b = load <16 x float>, ptr %sums.1
  %x = fmul <16 x float> %a, %scale
  %y = fmul <16 x float> %b, %scale
  call void @other()
  store <16 x float> %x, ptr %rows
  store <16 x float> %y, ptr %rows.1
  %tile = call x86_amx @llvm.x86.tileloadd64.internal(i16 2, i16 64, ptr %rows, i64 64)
  call void @llvm.x86.tilestored64.internal(i16 2, i16 64, ptr %out, i64 64, x86_amx %tile)
  ret void
}

; What another tile overwrites meanwhile is loaded before; the row behind it is not touched.
; CHECK-LABEL: @overwritten
; CHECK:      [[A:%.*]] = load <16 x float>, ptr %sums
; CHECK-NEXT: call void @llvm.x86.tilestored64.internal
; CHECK-NEXT: [[B:%.*]] = load <16 x float>, ptr %sums.2
; CHECK-NEXT: fadd <16 x float> [[A]], [[B]]
define <16 x float> @overwritten(ptr %in) {
  %sums = alloca [1024 x i8], align 64
  %sums.2 = getelementptr i8, ptr %sums, i64 128
  %tile = call x86_amx @llvm.x86.tileloadd64.internal(i16 2, i16 64, ptr %in, i64 64)
  %b = load <16 x float>, ptr %sums.2
  %a = load <16 x float>, ptr %sums
  call void @llvm.x86.tilestored64.internal(i16 2, i16 64, ptr %sums, i64 64, x86_amx %tile)
  %sum = fadd <16 x float> %a, %b
  ret <16 x float> %sum
}

; What another block uses stays, also at the end of its own.
; CHECK-LABEL: @used_elsewhere
; CHECK:      store volatile
; CHECK-NEXT: load <16 x float>, ptr %sums
; CHECK-NEXT: br label %next
define <16 x float> @used_elsewhere(ptr %in) {
  %sums = alloca [1024 x i8], align 64
  %tile = call x86_amx @llvm.x86.tileloadd64.internal(i16 2, i16 64, ptr %in, i64 64)
  call void @llvm.x86.tilestored64.internal(i16 2, i16 64, ptr %sums, i64 64, x86_amx %tile)
  store volatile i32 0, ptr %in
  %a = load <16 x float>, ptr %sums
  br label %next

next:
  ret <16 x float> %a
}

; A row is not stored to where a tile still lies.
; CHECK-LABEL: @occupied
; CHECK:      fmul
; CHECK-NEXT: call void @llvm.x86.tilestored64.internal(i16 2, i16 64, ptr %rows
; CHECK-NEXT: load <16 x float>, ptr %rows.1
; CHECK-NEXT: store <16 x float> %x, ptr %rows.1
define void @occupied(<16 x float> %p, ptr %out) {
  %rows = alloca [1024 x i8], align 64
  %rows.1 = getelementptr i8, ptr %rows, i64 64
  %old = call x86_amx @llvm.x86.tileloadd64.internal(i16 2, i16 64, ptr %out, i64 64)
  %x = fmul <16 x float> %p, %p
  call void @llvm.x86.tilestored64.internal(i16 2, i16 64, ptr %rows, i64 64, x86_amx %old)
  %row = load <16 x float>, ptr %rows.1
  store volatile <16 x float> %row, ptr %out
  call void @other()
  store <16 x float> %x, ptr %rows.1
  %tile = call x86_amx @llvm.x86.tileloadd64.internal(i16 2, i16 64, ptr %rows, i64 64)
  call void @llvm.x86.tilestored64.internal(i16 2, i16 64, ptr %out, i64 64, x86_amx %tile)
  ret void
}

; Others may write what they have a pointer to.
; CHECK-LABEL: @known_elsewhere
; CHECK:      load <16 x float>
; CHECK-NEXT: call void @take
define <16 x float> @known_elsewhere(<16 x float> %scale, ptr %out) {
  %sums = alloca [1024 x i8], align 64
  %tile = call x86_amx @llvm.x86.tileloadd64.internal(i16 1, i16 64, ptr %sums, i64 64)
  %a = load <16 x float>, ptr %sums
  call void @take(ptr %sums)
  call void @llvm.x86.tilestored64.internal(i16 1, i16 64, ptr %out, i64 64, x86_amx %tile)
  %x = fmul <16 x float> %a, %scale
  ret <16 x float> %x
}

declare void @other()
declare void @take(ptr)
