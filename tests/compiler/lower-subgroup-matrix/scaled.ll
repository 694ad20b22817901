; Scales: a product of each block, added to nothing, then times a power of two for the row and one for
; the column, in two factors. Rows take theirs from the lane of their number.
; RUN: heddle-opt --passes=lower-subgroup-matrix %s | FileCheck %s

; CHECK-NOT: __spirv_

define <8 x float> @e4m3(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, i8 %x, i8 %y) {
; CHECK-LABEL: @e4m3(
; CHECK: [[P:%.*]] = call <8 x float> @heddle.matrix_mad.{{.*}}(<8 x i16> %a, <8 x i32> %b, <8 x float> zeroinitializer, i32 32, i32 49152)
; CHECK: [[X:%.*]] = zext i8 %x to i32
; CHECK: call i32 @heddle.sub_group_broadcast.{{.*}}(i32 [[X]], i32 0)
; CHECK: call i32 @heddle.sub_group_broadcast.{{.*}}(i32 [[X]], i32 7)
; CHECK: [[S:%.*]] = fmul <8 x float> [[P]],
; CHECK: call <8 x float> @llvm.fma.v8f32(<8 x float> [[S]], <8 x float> {{.*}}, <8 x float> %c)
  %r = call <8 x float> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL(i32 32, <8 x i16> %a, <8 x i32> %b, <8 x float> %c, i8 %x, i8 %y, i32 3194880)
  ret <8 x float> %r
}

; Two blocks: lanes 0 to 7 hold the first one's part of A, components 0 to 3 of B.
define <8 x i16> @two_blocks(<8 x i16> %a, <8 x i32> %b, <8 x i16> %c, <2 x i8> %x, <2 x i8> %y) {
; CHECK-LABEL: @two_blocks(
; CHECK: [[L:%.*]] = call i32 @heddle.sub_group_local_id()
; CHECK: udiv i32 {{.*}}, 8
; CHECK: select i1 {{.*}}, <8 x i16> %a, <8 x i16> zeroinitializer
; CHECK-COUNT-4: insertelement <8 x i32>
; CHECK: call <8 x float> @heddle.matrix_mad.
; CHECK: call <8 x float> @llvm.fma.v8f32(
; CHECK: call <8 x float> @heddle.matrix_mad.
; CHECK: call <8 x float> @llvm.fma.v8f32(
; CHECK: trunc <8 x i32> {{.*}} to <8 x i16>
  %r = call <8 x i16> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL.1(i32 64, <8 x i16> %a, <8 x i32> %b, <8 x i16> %c, <2 x i8> %x, <2 x i8> %y, i32 3932172)
  ret <8 x i16> %r
}

; C and the result in different formats: the operation is done in float.
define <8 x i16> @float_to_bfloat(<8 x i16> %a, <8 x i32> %b, <8 x float> %c) {
; CHECK-LABEL: @float_to_bfloat(
; CHECK: call <8 x float> @heddle.matrix_mad.{{.*}}(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 16, i32 12288)
; CHECK: trunc <8 x i32> {{.*}} to <8 x i16>
  %r = call <8 x i16> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL(i32 16, <8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 12296)
  ret <8 x i16> %r
}

declare <8 x float> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL(i32, <8 x i16>, <8 x i32>, <8 x float>, i8, i8, i32)
declare <8 x i16> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL.1(i32, <8 x i16>, <8 x i32>, <8 x i16>, <2 x i8>, <2 x i8>, i32)
declare <8 x i16> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL(i32, <8 x i16>, <8 x i32>, <8 x float>, i32)
