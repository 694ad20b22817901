; What every work-item does, as often as the arguments say, is counted for traces; the kernel stays.
; RUN: heddle-opt --passes=count-operations %s | FileCheck %s

; Of each work-item two operations, eight bytes read and four written.
; CHECK-LABEL: define i32 @straight.operations(
; CHECK:       [[OPERATIONS:%.*]] = getelementptr i64, ptr %1, i64 0
; CHECK:       store i64 2, ptr [[OPERATIONS]]
; CHECK:       [[READ:%.*]] = getelementptr i64, ptr %1, i64 2
; CHECK:       store i64 8, ptr [[READ]]
; CHECK:       [[WRITTEN:%.*]] = getelementptr i64, ptr %1, i64 3
; CHECK:       store i64 4, ptr [[WRITTEN]]
; CHECK-NEXT:  ret i32 15
define void @straight(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %x = load float, ptr addrspace(1) %a
  %y = load float, ptr addrspace(1) %b
  %z = call float @llvm.fmuladd.f32(float %x, float %y, float %x)
  store float %z, ptr addrspace(1) %a
  ret void
}

; A loop runs as often as the second argument says, at 8 in the block, if that is above 0.
; CHECK-LABEL: define i32 @in_a_loop.operations(
; CHECK:       [[PLACE:%.*]] = getelementptr i8, ptr %0, i64 8
; CHECK-NEXT:  [[N:%.*]] = load i32, ptr [[PLACE]], align 1
; CHECK:       icmp sgt i32
; CHECK:       [[ROUNDS:%.*]] = zext i32 %{{.*}} to i64
; CHECK:       [[TIMES:%.*]] = mul i64 1, [[ROUNDS]]
; CHECK:       mul i64 [[TIMES]], 4
; CHECK:       ret i32 15
define void @in_a_loop(ptr addrspace(1) %a, i32 %n) #0 {
entry:
  br label %head
head:
  %i = phi i32 [0, %entry], [%next, %body]
  %sum = phi float [0.0, %entry], [%more, %body]
  %goes.on = icmp slt i32 %i, %n
  br i1 %goes.on, label %body, label %end
body:
  %p = getelementptr float, ptr addrspace(1) %a, i32 %i
  %x = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %x
  %next = add nsw i32 %i, 1
  br label %head
end:
  store float %sum, ptr addrspace(1) %a
  ret void
}

; A matrix function is the sub-group's: twice 8 by 16 by 16. Who writes is under a condition.
; CHECK-LABEL: define i32 @matrix.operations(
; CHECK:       [[OF_SUB_GROUP:%.*]] = getelementptr i64, ptr %1, i64 4
; CHECK:       store i64 4096, ptr [[OF_SUB_GROUP]]
; CHECK-NEXT:  ret i32 7
define void @matrix(ptr addrspace(1) %a, <8 x i16> %x, <8 x i32> %y, <8 x float> %z) #1 {
entry:
  %sums = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %z, i32 16, i32 12288)
  %id = call i64 @heddle.global_id(i32 0)
  %is.first = icmp eq i64 %id, 0
  br i1 %is.first, label %write, label %end
write:
  store <8 x float> %sums, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; How often is known only when it runs, or only to who wrote the function: nothing is said.
; CHECK-NOT: operations(
define void @unknown(ptr addrspace(1) %a, i32 %n) #0 {
entry:
  %n.of.memory = load i32, ptr addrspace(1) %a
  br label %head
head:
  %i = phi i32 [0, %entry], [%next, %body]
  %goes.on = icmp slt i32 %i, %n.of.memory
  br i1 %goes.on, label %body, label %end
body:
  %p = getelementptr float, ptr addrspace(1) %a, i32 %i
  %x = load float, ptr addrspace(1) %p
  %y = call float @sine(float %x)
  %z = fadd float %x, %y
  store float %z, ptr addrspace(1) %p
  %next = add nsw i32 %i, 1
  br label %head
end:
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)
declare float @sine(float) memory(none)
declare i64 @heddle.global_id(i32)
declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32)

attributes #0 = { "heddle-kernel" }
attributes #1 = { "heddle-kernel" "heddle-sub-group-size"="16" }
