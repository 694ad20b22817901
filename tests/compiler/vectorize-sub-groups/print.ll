; A lane prints alone: one call in a loop over the active lanes, whatever the arguments.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

declare i32 @heddle.sub_group_local_id()
declare i32 @heddle.print.i32p2(ptr addrspace(2))
declare i32 @heddle.print.i32p2i32v2f32(ptr addrspace(2), i32, <2 x float>)

; CHECK-LABEL: void @uniform.full(
; CHECK:       lane:
; CHECK:         call i32 @heddle.print.i32p2(ptr addrspace(2) %format)
; CHECK:         br i1 {{.*}}, label %lane, label %lanes_done
define void @uniform(ptr addrspace(2) %format) #0 {
  %result = call i32 @heddle.print.i32p2(ptr addrspace(2) %format)
  ret void
}

; CHECK-LABEL: void @divergent.full(
; CHECK:       lane:
; CHECK:         %bits = phi i8
; CHECK:         %[[I:.*]] = extractelement <8 x i32> <i32 0, i32 1, {{.*}}, i32 %number
; CHECK:         insertelement <2 x float>
; CHECK:         %[[RESULT:.*]] = call i32 @heddle.print.i32p2i32v2f32(ptr addrspace(2) %format, i32 %[[I]], <2 x float>
; CHECK:         insertelement <8 x i32> {{.*}}, i32 %[[RESULT]], i32 %number
define void @divergent(ptr addrspace(2) %format, ptr addrspace(1) %p) #0 {
  %id = call i32 @heddle.sub_group_local_id()
  %isOdd = trunc i32 %id to i1
  br i1 %isOdd, label %odd, label %end

odd:
  %float = sitofp i32 %id to float
  %vector = insertelement <2 x float> <float 0.0, float 1.0>, float %float, i32 0
  %result = call i32 @heddle.print.i32p2i32v2f32(ptr addrspace(2) %format, i32 %id, <2 x float> %vector)
  %place = getelementptr i32, ptr addrspace(1) %p, i32 %id
  store i32 %result, ptr addrspace(1) %place
  br label %end

end:
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
