; One read and one write for all lanes; a pixel that is the same for all is read once, and an image
; that is not makes a loop over the lanes.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         call { <8 x i32>, <8 x i32>, <8 x i32>, <8 x i32> } @heddle.simd_image_read.sp2i32v8i32(ptr addrspace(2) %a, i32 2320, <8 x i32> %{{.*}})
; CHECK:         %one = call <4 x float> @heddle.image_read.v4f32p2i32i32(ptr addrspace(2) %a, i32 2320, i32 5)
; CHECK:         call void @heddle.simd_image_write.voidp2i32v8i1v8i32v8f32v8f32v8f32v8f32(ptr addrspace(2) %b, i32 2304, <8 x i1> %[[MASK:.*]], <8 x i32>
; CHECK:         call <4 x float> @heddle.image_read.v4f32p2i32i32(ptr addrspace(2) %{{.*}}, i32 2320, i32 %{{.*}})
define void @k(ptr addrspace(2) %a, ptr addrspace(2) %b, ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %i = trunc i64 %id to i32
  %color = call <4 x float> @heddle.image_read.v4f32p2i32i32(ptr addrspace(2) %a, i32 2320, i32 %i)
  %one = call <4 x float> @heddle.image_read.v4f32p2i32i32(ptr addrspace(2) %a, i32 2320, i32 5)
  %sum = fadd <4 x float> %color, %one
  %red = extractelement <4 x float> %sum, i32 0
  %odd = trunc i32 %i to i1
  br i1 %odd, label %then, label %join
then:
  call void @heddle.image_write.voidp2i32i32f32f32f32f32(ptr addrspace(2) %b, i32 2304, i32 %i, float %red, float %red, float %red, float %red)
  br label %join
join:
  %either = select i1 %odd, ptr addrspace(2) %a, ptr addrspace(2) %b
  %last = call <4 x float> @heddle.image_read.v4f32p2i32i32(ptr addrspace(2) %either, i32 2320, i32 %i)
  %place = getelementptr <4 x float>, ptr addrspace(1) %out, i64 %id
  store <4 x float> %last, ptr addrspace(1) %place
  ret void
}
declare i64 @heddle.global_id(i32) memory(none)
declare <4 x float> @heddle.image_read.v4f32p2i32i32(ptr addrspace(2), i32, i32) memory(argmem: read, inaccessiblemem: read)
declare void @heddle.image_write.voidp2i32i32f32f32f32f32(ptr addrspace(2), i32, i32, float, float, float, float) memory(argmem: read, inaccessiblemem: readwrite)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
