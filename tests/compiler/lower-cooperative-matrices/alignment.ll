; A part that is smaller than the matrix was taken to be lies in an array at what its own type is
; aligned to; others stay as they are.
; RUN: heddle-opt --passes=lower-cooperative-matrices %s | FileCheck %s

; CHECK: define spir_kernel void @copy
; CHECK: alloca [2 x half]
; CHECK: load half, ptr %second, align 2
; CHECK: store half %{{.*}}, ptr %{{.*}}, align 2
; CHECK: load i64, ptr %{{.*}}, align 8
; CHECK: load <4 x half>, ptr %{{.*}}, align 8
define spir_kernel void @copy(ptr %from, i64 %i) {
  %m = alloca [2 x target("spirv.CooperativeMatrixKHR", half, 3, 7, 1, 0)], align 8
  %second = getelementptr [2 x target("spirv.CooperativeMatrixKHR", half, 3, 7, 1, 0)], ptr %m, i64 0, i64 1
  %x = load target("spirv.CooperativeMatrixKHR", half, 3, 7, 1, 0), ptr %second, align 8
  %place = getelementptr [2 x target("spirv.CooperativeMatrixKHR", half, 3, 7, 1, 0)], ptr %m, i64 0, i64 %i
  store target("spirv.CooperativeMatrixKHR", half, 3, 7, 1, 0) %x, ptr %place, align 8
  %number = load i64, ptr %from, align 8
  %sums = getelementptr i8, ptr %from, i64 %number
  %y = load target("spirv.CooperativeMatrixKHR", half, 3, 7, 8, 2), ptr %sums, align 8
  ret void
}
