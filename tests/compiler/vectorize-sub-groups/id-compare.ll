; A local id against something uniform: one scalar comparison decides whether any lane takes the
; branch, and the mask is one of 32-bit lanes.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

declare i64 @heddle.local_id(i32)

; CHECK-LABEL: define internal void @below.full(
; CHECK:         [[ID:%.*]] = call i64 @heddle.first_local_id(i32 0)
; CHECK:         icmp slt <8 x i32>
; CHECK:         [[ANY:%.*]] = icmp ult i64 [[ID]], %k
; CHECK:         br i1 [[ANY]]
; CHECK:       llvm.masked.store
define void @below(ptr %p, i64 %k) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %c = icmp ult i64 %id, %k
  br i1 %c, label %then, label %end
then:
  %a = getelementptr i32, ptr %p, i64 %id
  store i32 1, ptr %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define internal void @first.full(
; CHECK:         [[ID:%.*]] = call i64 @heddle.first_local_id(i32 0)
; CHECK:         [[AT:%.*]] = sub i64 0, [[ID]]
; CHECK:         [[ANY:%.*]] = icmp ult i64 [[AT]], 8
; CHECK:         br i1 [[ANY]]
define void @first(ptr %p) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %c = icmp eq i64 %id, 0
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
