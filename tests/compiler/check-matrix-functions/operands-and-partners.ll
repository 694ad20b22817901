; An operands word that contradicts itself is found wherever it is; a pair is looked for in front of what joins it.
; RUN: heddle-opt --passes=check-matrix-functions %s | FileCheck %s

; CHECK-LABEL: define void @signed_floats(
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 true, i64 0, i32 0)
; CHECK-NEXT:    call <8 x float> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL
; CHECK-NEXT:    call <8 x float> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL
define void @signed_floats(<8 x i16> %a, <8 x i32> %b, <8 x float> %c) {
  %x = call <8 x float> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv8_sDv8_iDv8_fi(i32 16, <8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 12290)
  %y = call <8 x float> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv8_sDv8_iDv8_fi(i32 16, <8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 12288)
  ret void
}

; Of the scales one has a format: 0xF000 and 0x100000, then both.
; CHECK-LABEL: define void @one_scale(
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 true, i64 0, i32 1)
; CHECK-NEXT:    call <8 x float> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL
; CHECK-NEXT:    call <8 x float> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL
define void @one_scale(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, i8 %s) {
  %x = call <8 x float> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTELiDv8_sDv8_iDv8_fcci(i32 32, <8 x i16> %a, <8 x i32> %b, <8 x float> %c, i8 %s, i8 %s, i32 1097728)
  %y = call <8 x float> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTELiDv8_sDv8_iDv8_fcci(i32 32, <8 x i16> %a, <8 x i32> %b, <8 x float> %c, i8 %s, i8 %s, i32 3194880)
  ret void
}

; CHECK-LABEL: define <2 x i32> @pair(
; CHECK:         %[[OTHER:.*]] = xor i32 %{{.*}}, 1
; CHECK:         %[[MISSING:.*]] = icmp uge i32 %[[OTHER]], %{{.*}}
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 %[[MISSING]], i64 %{{.*}}, i32 2)
; CHECK-NEXT:    call <2 x i32> @heddle.pair_join
define <2 x i32> @pair(i32 %a) {
  %j = call <2 x i32> @heddle.pair_join.v2i32i32(i32 %a)
  ret <2 x i32> %j
}

declare <8 x float> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv8_sDv8_iDv8_fi(i32, <8 x i16>, <8 x i32>, <8 x float>, i32)
declare <8 x float> @_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTELiDv8_sDv8_iDv8_fcci(i32, <8 x i16>, <8 x i32>, <8 x float>, i8, i8, i32)
declare <2 x i32> @heddle.pair_join.v2i32i32(i32)
