; One piece of stack for all calls: rows of as many words as there are lanes, or eight for one lane;
; coordinates in rows 0 to 2, the pixel in rows 3 to 6. What the quick way refuses goes the slow one,
; eight lanes at a time; a write to a row of pixels has no quick one.
; RUN: heddle-opt --passes=lower-image-access %s | FileCheck %s

; CHECK-LABEL: define void @k.full(
; CHECK-NEXT:    %pixels = alloca [448 x i8], align 64
define void @k.full(ptr addrspace(2) %image, <16 x float> %x, <16 x float> %y, <16 x i1> %mask, <16 x i32> %i, <16 x i32> %p, ptr addrspace(1) %out) {
; CHECK:         store <16 x float> %x, ptr %{{.*}}, align 64
; CHECK:         %[[Y:.*]] = getelementptr inbounds i8, ptr %pixels, i64 64
; CHECK:         store <16 x float> %y, ptr %[[Y]], align 64
; CHECK:         %[[TAKEN:.*]] = call i32 @heddle_image_read_2d_linear_16(ptr readonly %{{.*}}, i32 551, i32 16, ptr captures(none) %{{.*}}) #[[READ:[0-9]+]]
; CHECK:         icmp eq i32 %[[TAKEN]], 0
; CHECK:         call void @heddle_image_read_8(ptr readonly %{{.*}}, i32 551, i32 16, ptr captures(none) %{{.*}})
; CHECK:         %[[SECOND:.*]] = getelementptr inbounds i32, ptr %pixels, i64 8
; CHECK:         call void @heddle_image_read_8(ptr readonly %{{.*}}, i32 551, i32 16, ptr captures(none) %[[SECOND]])
; CHECK:         getelementptr inbounds i8, ptr %pixels, i64 192
; CHECK:         load <16 x i32>
; CHECK:         getelementptr inbounds i8, ptr %pixels, i64 384
; CHECK:         load <16 x i32>
  %all = call { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } @heddle.simd_image_read.sp2i32v16f32v16f32(ptr addrspace(2) %image, i32 551, <16 x float> %x, <16 x float> %y)
  %red = extractvalue { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } %all, 0
  store <16 x i32> %red, ptr addrspace(1) %out
; CHECK:         %[[BITS:.*]] = bitcast <16 x i1> %mask to i16
; CHECK:         %[[LANES:.*]] = zext i16 %[[BITS]] to i32
; CHECK:         call void @heddle_image_write_8(ptr readonly %{{.*}}, i32 6400, i32 16, ptr captures(none) %{{.*}}, i32 %[[LANES]]) #[[WRITE:[0-9]+]]
; CHECK:         %[[HIGH:.*]] = lshr i32 %[[LANES]], 8
; CHECK:         call void @heddle_image_write_8(ptr readonly %{{.*}}, i32 6400, i32 16, ptr captures(none) %{{.*}}, i32 %[[HIGH]])
  call void @heddle.simd_image_write.voidp2i32v16i1v16i32v16i32v16i32v16i32v16i32(ptr addrspace(2) %image, i32 6400, <16 x i1> %mask, <16 x i32> %i, <16 x i32> %p, <16 x i32> %p, <16 x i32> %p, <16 x i32> %p)
  ret void
}

; CHECK-LABEL: define <4 x float> @k.lane(
; CHECK-NEXT:    %pixels = alloca [224 x i8], align 64
; CHECK:         store i32 %x, ptr %{{.*}}, align 32
; CHECK:         call i32 @heddle_image_read_1d_pixels_1(ptr readonly %{{.*}}, i32 2320, i32 8, ptr captures(none) %{{.*}})
; CHECK:         call void @heddle_image_read_1(ptr readonly %{{.*}}, i32 2320, i32 8, ptr captures(none) %{{.*}})
; CHECK:         getelementptr inbounds i8, ptr %pixels, i64 96
; CHECK:         insertelement <4 x float> poison, float %{{.*}}, i64 0
define <4 x float> @k.lane(ptr addrspace(2) %image, i32 %x) {
  %color = call <4 x float> @heddle.image_read.v4f32p2i32i32(ptr addrspace(2) %image, i32 2320, i32 %x)
  ret <4 x float> %color
}

; CHECK-LABEL: define <32 x i16> @blocks(
; Two rows of 16 elements of 2 bytes.
; CHECK:         call void @heddle_image_read_block(ptr readonly %{{.*}}, i32 135170, i64 %{{.*}}, ptr captures(none) %pixels)
; CHECK:         load <32 x i16>, ptr %pixels, align 32
define <32 x i16> @blocks(ptr addrspace(2) %image, i32 %x, i32 %y, <16 x i1> %mask) {
  %rows = call <32 x i16> @heddle.simd_image_block_read.v32i16p2i32i32v16i1(ptr addrspace(2) %image, i32 %x, i32 %y, <16 x i1> %mask)
  ret <32 x i16> %rows
}
; CHECK: attributes #[[READ]] = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: read) }
; CHECK: attributes #[[WRITE]] = { nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }

declare { <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32> } @heddle.simd_image_read.sp2i32v16f32v16f32(ptr addrspace(2), i32, <16 x float>, <16 x float>)
declare void @heddle.simd_image_write.voidp2i32v16i1v16i32v16i32v16i32v16i32v16i32(ptr addrspace(2), i32, <16 x i1>, <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32>, <16 x i32>)
declare <4 x float> @heddle.image_read.v4f32p2i32i32(ptr addrspace(2), i32, i32)
declare <32 x i16> @heddle.simd_image_block_read.v32i16p2i32i32v16i1(ptr addrspace(2), i32, i32, <16 x i1>)
