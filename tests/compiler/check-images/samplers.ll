; A sampler that is an argument says when the kernel runs whether coordinates have to be inside; numbers are pixels, or parts of the
; image.
; RUN: heddle-opt --passes=check-images %s | FileCheck %s

; CHECK-LABEL: define void @argument(
; CHECK:         %[[ACCESS:.*]] = or i32 %sampler, 2560
; CHECK-NEXT:    %[[MODE:.*]] = and i32 %[[ACCESS]], 14
; CHECK-NEXT:    %[[NONE:.*]] = icmp eq i32 %[[MODE]], 0
; CHECK:         %[[OUTSIDE:.*]] = icmp uge i64
; CHECK-NEXT:    %[[WRONG:.*]] = and i1 %[[OUTSIDE]], %[[NONE]]
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 %[[WRONG]], i64 %{{.*}}, i32 0)
; CHECK:         call void @heddle.finding
; CHECK-NEXT:    %texel = call <4 x float> @heddle.image_read
define void @argument(ptr addrspace(2) %image, i32 %sampler, i32 %x, i32 %y) #0 {
  %one = insertvalue { ptr addrspace(2), i32 } poison, ptr addrspace(2) %image, 0
  %both = insertvalue { ptr addrspace(2), i32 } %one, i32 %sampler, 1
  %i = extractvalue { ptr addrspace(2), i32 } %both, 0
  %s = extractvalue { ptr addrspace(2), i32 } %both, 1
  %access = or i32 %s, 2560
  %texel = call <4 x float> @heddle.image_read.v4f32p2i32i32i32(ptr addrspace(2) %i, i32 %access, i32 %x, i32 %y)
  ret void
}

; Normalized, without a mode.
; CHECK-LABEL: define void @numbers(
; CHECK:         %[[WIDTH:.*]] = uitofp i32 %{{.*}} to float
; CHECK-NEXT:    %[[SCALED:.*]] = fmul float %x, %[[WIDTH]]
; CHECK-NEXT:    %[[PLACE:.*]] = select i1 true, float %[[SCALED]], float %x
; CHECK:         fcmp oge float %[[PLACE]], 0.000000e+00
; CHECK:         fcmp olt float %[[PLACE]], %[[WIDTH]]
; CHECK:         call i64 @llvm.fptosi.sat.i64.f32
; CHECK:         call void @heddle.finding
; CHECK:         call void @heddle.finding
define void @numbers(ptr addrspace(2) %image, float %x, float %y) #0 {
  %texel = call <4 x float> @heddle.image_read.v4f32p2i32f32f32(ptr addrspace(2) %image, i32 529, float %x, float %y)
  ret void
}

declare <4 x float> @heddle.image_read.v4f32p2i32i32i32(ptr addrspace(2), i32, i32, i32)
declare <4 x float> @heddle.image_read.v4f32p2i32f32f32(ptr addrspace(2), i32, float, float)

attributes #0 = { "heddle-kernel" }
