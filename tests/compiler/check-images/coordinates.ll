; Each coordinate of a write is compared with the image's record; of a read only where no sampler says what lies outside.
; RUN: heddle-opt --passes=check-images %s | FileCheck %s

; CHECK-LABEL: define void @written(
; CHECK:         %[[SLOT:.*]] = getelementptr inbounds i8, ptr addrspace(2) %image, i64 24
; CHECK:         load i32, ptr addrspace(2) %[[SLOT]], align 4
; CHECK:         icmp uge i64
; CHECK:         call void @heddle.finding
; CHECK:         icmp uge i64
; CHECK:         call void @heddle.finding
; CHECK-NEXT:    call void @heddle.image_write
define void @written(ptr addrspace(2) %image, i32 %x, i32 %y) #0 {
  call void @heddle.image_write.voidp2i32i32i32f32f32f32f32(ptr addrspace(2) %image, i32 2560, i32 %x, i32 %y, float 0.0, float 0.0, float 0.0, float 0.0)
  ret void
}

; CHECK-LABEL: define void @clamped(
; CHECK-NOT:     heddle.finding
; CHECK:         ret void
define void @clamped(ptr addrspace(2) %image, i32 %x, i32 %y) #0 {
  %texel = call <4 x float> @heddle.image_read.v4f32p2i32i32i32(ptr addrspace(2) %image, i32 2580, i32 %x, i32 %y)
  ret void
}

declare <4 x float> @heddle.image_read.v4f32p2i32i32i32(ptr addrspace(2), i32, i32, i32)
declare void @heddle.image_write.voidp2i32i32i32f32f32f32f32(ptr addrspace(2), i32, i32, i32, float, float, float, float)

attributes #0 = { "heddle-kernel" }
