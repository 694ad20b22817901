; The device is xe2, whose threads have 128 registers of 64 bytes: 8192, or twice as many. A sum of 8 x 16 floats takes 512 bytes, a factor
; A 256 and a factor B 512.
; RUN: heddle-opt --passes=check-device %s 2>&1 >/dev/null | FileCheck %s

; CHECK: kernel 'spills_few': the sums and factors that are live here take about 8960 bytes of registers, an estimate; xe2 has 8192, or 16384 with 256 registers for a thread: values would be spilled without these
; CHECK: kernel 'spills_all': {{.*}} 17152 bytes {{.*}}: values would be spilled{{$}}
; CHECK-NOT: fits
define void @spills_few(<8 x i16> %x, <8 x i32> %y) #0 !intel_reqd_sub_group_size !0 {
  %sums = alloca [16 x <8 x float>]
  br label %loop
loop:
  %i = phi i32 [0, %0], [%j, %loop]
  %a = add <8 x i16> %x, %x
  %b = add <8 x i32> %y, %y
  %p = getelementptr <8 x float>, ptr %sums, i32 %i
  %c = load <8 x float>, ptr %p
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 16, i32 12288)
  store <8 x float> %d, ptr %p
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 16
  br i1 %more, label %loop, label %end
end:
  ret void
}

define void @spills_all(<8 x i16> %x, <8 x i32> %y) #0 !intel_reqd_sub_group_size !0 {
  %sums = alloca [32 x <8 x float>]
  %a = add <8 x i16> %x, %x
  %b = add <8 x i32> %y, %y
  %c = load <8 x float>, ptr %sums
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 16, i32 12288)
  store <8 x float> %d, ptr %sums
  ret void
}

; What is live after another takes its place.
define void @fits(<8 x i16> %x, <8 x i32> %y) #0 !intel_reqd_sub_group_size !0 {
  %sums = alloca [14 x <8 x float>]
  %a = add <8 x i16> %x, %x
  %b = add <8 x i32> %y, %y
  %c = load <8 x float>, ptr %sums
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 16, i32 12288)
  store <8 x float> %d, ptr %sums
  %e = add <8 x i16> %x, %x
  %f = load <8 x float>, ptr %sums
  %g = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %e, <8 x i32> %b, <8 x float> %f, i32 16, i32 12288)
  store <8 x float> %g, ptr %sums
  ret void
}

declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32)

attributes #0 = { "heddle-kernel" }
!0 = !{i32 16}
