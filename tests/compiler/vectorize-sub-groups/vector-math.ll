; A library function with vector forms is called once for up to 16 lanes.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         call <16 x float> @_Z3sinDv16_f(<16 x float> %{{.*}})
; CHECK:         call <16 x float> @_Z3sinDv16_f(<16 x float> %{{.*}})
define void @k(ptr addrspace(1) %p) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %q = getelementptr float, ptr addrspace(1) %p, i64 %local
  %x = load float, ptr addrspace(1) %q
  %y = call float @_Z3sinf(float %x)
  store float %y, ptr addrspace(1) %q
  ret void
}
declare i64 @heddle.local_id(i32)
declare float @_Z3sinf(float) #1
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="32" }
attributes #1 = { nounwind willreturn memory(none) "heddle-vector-math" }
