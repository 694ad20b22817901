; The instruction faults when two of its three tiles are one register.
; RUN: heddle-opt --passes=lower-matrix-amx,early-cse,lower-tile-casts,separate-tile-factors %s | FileCheck %s

declare <64 x i32> @heddle.simd_matrix_mad.v64i32v64i32v64i32v64i32i32i32i32i32(<64 x i32>, <64 x i32>, <64 x i32>, i32, i32, i32, i32)

; CHECK-LABEL: @square(
; CHECK:         %[[A:.*]] = {{.*}}tileloadd64.internal(i16 8, i16 32,
; CHECK:         tilestored64.internal(i16 8, i16 32, ptr %[[COPY:.*]], i64 32, x86_amx %[[A]])
; CHECK:         %[[B:.*]] = {{.*}}tileloadd64.internal(i16 8, i16 32, ptr %[[COPY]], i64 32)
; CHECK:         tdpbssd.internal({{.*}}, x86_amx %[[A]], x86_amx %[[B]])
define void @square(<64 x i32> %a, <64 x i32> %c, ptr %d) {
  %r = call <64 x i32> @heddle.simd_matrix_mad.v64i32v64i32v64i32v64i32i32i32i32i32(<64 x i32> %a, <64 x i32> %a, <64 x i32> %c, i32 8, i32 8, i32 32, i32 51)
  store <64 x i32> %r, ptr %d
  ret void
}

; CHECK-LABEL: @sum_as_factor(
; CHECK:         %[[A:.*]] = {{.*}}tileloadd64.internal(i16 8, i16 32,
; CHECK:         tilestored64.internal(i16 8, i16 32, ptr %[[COPY:.*]], i64 32, x86_amx %[[A]])
; CHECK:         %[[FACTOR:.*]] = {{.*}}tileloadd64.internal(i16 8, i16 32, ptr %[[COPY]], i64 32)
; CHECK:         tdpbssd.internal({{.*}}, x86_amx %[[A]], x86_amx %[[FACTOR]], x86_amx %{{.*}})
define void @sum_as_factor(<64 x i32> %a, <64 x i32> %b, ptr %d) {
  %r = call <64 x i32> @heddle.simd_matrix_mad.v64i32v64i32v64i32v64i32i32i32i32i32(<64 x i32> %a, <64 x i32> %b, <64 x i32> %a, i32 8, i32 8, i32 32, i32 51)
  store <64 x i32> %r, ptr %d
  ret void
}
