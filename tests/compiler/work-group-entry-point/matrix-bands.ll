; Kernels with matrix operations go through the work-groups in bands of rows, column by column.
; RUN: heddle-opt --passes=work-group-entry-point %s | FileCheck %s

declare <128 x i32> @heddle.simd_matrix_mad.mad(<128 x i16>, <128 x i32>, <128 x i32>, i32, i32, i32, i32)
declare i64 @heddle.group_id(i32)

; The height of a band: 256 rows of squares with as many elements as a work-group has sums, here 8
; for each work-item. Above 8, the next power of two.
; CHECK-LABEL: define dso_local void @k.entry(
; CHECK:         [[SUMS:%.*]] = fmul float {{%.*}}, 8.000000e+00
; CHECK:         [[SIDE:%.*]] = call float @llvm.sqrt.f32(float [[SUMS]])
; CHECK:         [[ROWS:%.*]] = fdiv float 2.560000e+02, [[SIDE]]
; CHECK:         [[ROUNDED:%.*]] = fadd float [[ROWS]], 5.000000e-01
; CHECK:         [[HEIGHT:%.*]] = fptoui float [[ROUNDED]] to i64
; CHECK:         [[LAST:%.*]] = sub i64 [[HEIGHT]], 1
; CHECK:         [[ZEROS:%.*]] = call i64 @llvm.ctlz.i64(i64 [[LAST]], i1 false)
; CHECK:         [[BACK:%.*]] = sub i64 0, [[ZEROS]]
; CHECK:         [[BITS:%.*]] = and i64 [[BACK]], 63
; CHECK:         [[POWER:%.*]] = shl i64 1, [[BITS]]
; CHECK:         [[SMALL:%.*]] = icmp ugt i64 [[HEIGHT]], 8
; CHECK:         [[CHOSEN:%.*]] = select i1 [[SMALL]], i64 [[POWER]], i64 [[HEIGHT]]
; CHECK:         %band_height = call i64 @llvm.umax.i64(i64 [[CHOSEN]], i64 1)
; CHECK:       group:
; CHECK:         [[NUMBER:%.*]] = add nuw i64 %first_group, %group
; CHECK:         [[PLANE:%.*]] = mul nuw i64 %num_groups0, %num_groups1
; CHECK:         [[IN_PLANE:%.*]] = urem i64 [[NUMBER]], [[PLANE]]
; CHECK:         [[BAND:%.*]] = mul nuw i64 %num_groups0, %band_height
; CHECK:         [[BEFORE:%.*]] = udiv i64 [[IN_PLANE]], [[BAND]]
; CHECK:         [[FIRST:%.*]] = mul nuw i64 [[BEFORE]], %band_height
; CHECK:         [[IN_BAND:%.*]] = urem i64 [[IN_PLANE]], [[BAND]]
; CHECK:         [[LEFT:%.*]] = sub i64 %num_groups1, [[FIRST]]
; CHECK:         [[ROWS:%.*]] = call i64 @llvm.umin.i64(i64 [[LEFT]], i64 %band_height)
; CHECK:         %group_id0 = udiv i64 [[IN_BAND]], [[ROWS]]
; CHECK:         [[ROW:%.*]] = urem i64 [[IN_BAND]], [[ROWS]]
; CHECK:         [[ID:%.*]] = add i64 [[FIRST]], [[ROW]]
; CHECK:         %group_id1 = call i64 @heddle.group_row(i64 [[ID]], i64 [[ROW]], i64 [[ROWS]])
; CHECK:         %group_id2 = udiv i64 [[NUMBER]], [[PLANE]]
; CHECK:         store i64 %group_id1, ptr addrspace(1) %p

define void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  ret void
}

define void @k.full(ptr addrspace(1) %p, ptr addrspace(1) %q) #1 {
  %id = call i64 @heddle.group_id(i32 1)
  store i64 %id, ptr addrspace(1) %p
  %d = call <128 x i32> @heddle.simd_matrix_mad.mad(<128 x i16> splat (i16 1), <128 x i32> splat (i32 1), <128 x i32> zeroinitializer, i32 8, i32 16, i32 32, i32 51)
  store <128 x i32> %d, ptr addrspace(1) %q
  ret void
}

define void @k.masked(ptr addrspace(1) %p, ptr addrspace(1) %q) #2 {
  ret void
}

; Sums that are added to twice count once, though their rows are taken apart between the two.
; CHECK-LABEL: define dso_local void @twice.entry(
; CHECK:         fmul float {{%.*}}, 8.000000e+00

define void @twice(ptr addrspace(1) %p) #0 {
  ret void
}

define void @twice.full(ptr addrspace(1) %p) #1 {
  %d = call <128 x i32> @heddle.simd_matrix_mad.mad(<128 x i16> splat (i16 1), <128 x i32> splat (i32 1), <128 x i32> zeroinitializer, i32 8, i32 16, i32 32, i32 51)
  %rows = shufflevector <128 x i32> %d, <128 x i32> poison, <128 x i32> zeroinitializer
  %e = call <128 x i32> @heddle.simd_matrix_mad.mad(<128 x i16> splat (i16 2), <128 x i32> splat (i32 1), <128 x i32> %rows, i32 8, i32 16, i32 32, i32 51)
  store <128 x i32> %e, ptr addrspace(1) %p
  ret void
}

define void @twice.masked(ptr addrspace(1) %p) #2 {
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
attributes #1 = { "heddle-variant"="full" "heddle-sub-group-size"="16" }
attributes #2 = { "heddle-variant"="masked" "heddle-sub-group-size"="16" }
