; Lane by lane would change what such kernels mean.
; RUN: not heddle-opt --passes=vectorize-sub-groups %s 2>&1 | FileCheck %s

; CHECK: error: kernel 'required': cannot be vectorized: an indirect call or inline assembly cannot be vectorized; it cannot run lane by lane because the kernel requires a sub-group size
; CHECK: error: kernel 'shuffles': cannot be vectorized: {{.*}} because it calls 'sub_group_shuffle'
; CHECK: error: kernel 'matrix': a matrix operation needs a sub-group of more work-items than 1
define void @required(ptr %f) #0 !intel_reqd_sub_group_size !0 {
  call void %f()
  ret void
}
define void @shuffles(ptr %f, ptr %p, i32 %n) #0 {
  %v = call i32 @heddle.sub_group_shuffle.i32i32i32(i32 %n, i32 1)
  store i32 %v, ptr %p
  call void %f()
  ret void
}
define void @matrix(ptr %p, <2 x i32> %a, <8 x i32> %b) #1 {
  %r = call <2 x i32> @heddle.matrix_mad.x(<2 x i32> %a, <8 x i32> %b, <2 x i32> zeroinitializer, i32 32, i32 48)
  store <2 x i32> %r, ptr %p
  ret void
}
declare i32 @heddle.sub_group_shuffle.i32i32i32(i32, i32)
declare <2 x i32> @heddle.matrix_mad.x(<2 x i32>, <8 x i32>, <2 x i32>, i32, i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { "heddle-kernel" "heddle-sub-group-size"="1" }
!0 = !{i32 8}
