; Lines of memory are loads, whichever work-items there are. What is packed here goes through a
; window; a product of 16 x 16 x 32 is one operation.
; RUN: heddle-opt --passes=vectorize-sub-groups %s 2>&1 | FileCheck %s

; CHECK-LABEL: define internal void @k.full(
; CHECK-COUNT-16: load <32 x i16>, ptr %{{.*}}, align 2
; CHECK:       call { ptr, i64 } @heddle.block_read_window.{{.*}}(ptr %{{.*}}, i64 4611686018427387904, i64 4611686018427387904, i64 %pitch, i64 0, i64 0, i64 32, i64 32, ptr %{{.*}})
; CHECK-COUNT-32: load <16 x i16>, ptr %{{.*}}, align 2
; CHECK:       call <256 x float> @heddle.simd_matrix_mad.{{.*}}(<512 x i16> %{{.*}}, <256 x i32> %{{.*}}, <256 x float> {{.*}}, i32 16, i32 16, i32 32, i32 12288)
; CHECK-NOT:   simd_matrix_mad
; CHECK-COUNT-16: store <16 x float> %{{.*}}, ptr %{{.*}}, align 4
; CHECK-LABEL: define internal void @k.masked(
; CHECK-NOT:   masked
; CHECK-LABEL: define internal void @edges.full(
; CHECK:       %[[WINDOW:.*]] = call { ptr, i64 } @heddle.block_write_window.{{.*}}(ptr %{{.*}}, i64 %width, i64 %height, i64 %pitch, i64 %x, i64 %y, i64 20, i64 3, ptr %{{.*}})
; CHECK-COUNT-3: store <5 x float> zeroinitializer, ptr %{{.*}}, align 4
; CHECK:       call void @heddle.block_write_end
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %pitch) #0 {
  %va = call <32 x i16> @heddle.cooperative_load.a(ptr addrspace(1) %a, i64 4611686018427387904, i64 4611686018427387904, i64 %pitch, i64 0, i64 0, i32 16, i32 16, i32 32, i32 0, i32 0)
  %vb = call <16 x i32> @heddle.cooperative_load.b(ptr addrspace(1) %b, i64 4611686018427387904, i64 4611686018427387904, i64 %pitch, i64 0, i64 0, i32 16, i32 32, i32 16, i32 1, i32 0)
  %r = call <16 x float> @heddle.cooperative_mad.x(<32 x i16> %va, <16 x i32> %vb, <16 x float> zeroinitializer, i32 16, i32 16, i32 32, i32 12288)
  call void @heddle.cooperative_store.x(ptr addrspace(1) %c, i64 4611686018427387904, i64 4611686018427387904, i64 %pitch, i64 0, i64 0, i32 32, i32 16, i32 16, i32 2, i32 0, <16 x float> %r)
  ret void
}
define void @edges(ptr addrspace(1) %c, i64 %width, i64 %height, i64 %pitch, i64 %x, i64 %y) #0 {
  call void @heddle.cooperative_store.y(ptr addrspace(1) %c, i64 %width, i64 %height, i64 %pitch, i64 %x, i64 %y, i32 32, i32 3, i32 5, i32 2, i32 0, <3 x float> zeroinitializer)
  ret void
}
declare <32 x i16> @heddle.cooperative_load.a(ptr addrspace(1), i64, i64, i64, i64, i64, i32, i32, i32, i32, i32) #1
declare <16 x i32> @heddle.cooperative_load.b(ptr addrspace(1), i64, i64, i64, i64, i64, i32, i32, i32, i32, i32) #1
declare void @heddle.cooperative_store.x(ptr addrspace(1), i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, <16 x float>) #1
declare void @heddle.cooperative_store.y(ptr addrspace(1), i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, <3 x float>) #1
declare <16 x float> @heddle.cooperative_mad.x(<32 x i16>, <16 x i32>, <16 x float>, i32, i32, i32, i32) #1
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
attributes #1 = { convergent nounwind }
