; All 64 work-items make eight rounds, so the loop ends by their number. Of 500 places the last round
; has some for only a part of them, and the loop stays as it is.
; RUN: heddle-opt --passes=count-shared-rounds %s | FileCheck %s

; CHECK-LABEL: @evenly(
; CHECK:       [[ROUND:%.*]] = phi i32 [ [[NEXT:%.*]], %body ], [ 0, %entry ]
; CHECK:       [[GOES_ON:%.*]] = icmp ne i32 [[ROUND]], 8
; CHECK:       br i1 [[GOES_ON]], label %body, label %end
; CHECK:       [[NEXT]] = add nuw nsw i32 [[ROUND]], 1
; CHECK-LABEL: @unevenly(
; CHECK-NOT:   %round
; CHECK:       ret void

declare i64 @heddle.local_id(i32)

define void @evenly(ptr %out) {
entry:
  %id = call range(i64 0, 64) i64 @heddle.local_id(i32 0)
  %first = trunc i64 %id to i32
  br label %header
header:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %inside = icmp slt i32 %i, 512
  br i1 %inside, label %body, label %end
body:
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %place
  %next = add nsw i32 %i, 64
  br label %header
end:
  ret void
}

define void @unevenly(ptr %out) {
entry:
  %id = call range(i64 0, 64) i64 @heddle.local_id(i32 0)
  %first = trunc i64 %id to i32
  br label %header
header:
  %i = phi i32 [ %first, %entry ], [ %next, %body ]
  %inside = icmp slt i32 %i, 500
  br i1 %inside, label %body, label %end
body:
  %place = getelementptr i32, ptr %out, i32 %i
  store i32 %i, ptr %place
  %next = add nsw i32 %i, 64
  br label %header
end:
  ret void
}
