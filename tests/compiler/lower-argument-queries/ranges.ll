; What is asked of an argument's object is read from the worker's ranges, which nobody writes while a kernel runs.
; RUN: heddle-opt --passes=lower-argument-queries %s | FileCheck %s

; CHECK-LABEL: define i64 @room(
; CHECK:         %[[WORKER:.*]] = call ptr @heddle.worker_context()
; CHECK:         %[[PLACE:.*]] = getelementptr inbounds i8, ptr %[[WORKER]], i64 48
; CHECK:         %[[RANGES:.*]] = load ptr, ptr %[[PLACE]], align 8, !invariant.load
; CHECK:         %[[SECOND:.*]] = getelementptr inbounds i8, ptr %[[RANGES]], i64 40
; CHECK:         %before = load i64, ptr %[[SECOND]], align 8, !invariant.load
; CHECK:         %[[AGAIN:.*]] = load ptr, ptr %{{.*}}, align 8, !invariant.load
; CHECK:         %[[SIZE:.*]] = getelementptr inbounds i8, ptr %[[AGAIN]], i64 48
; CHECK:         %size = load i64, ptr %[[SIZE]], align 8, !invariant.load
define i64 @room() {
  %before = call i64 @heddle.argument_before(i32 1)
  %size = call i64 @heddle.argument_size(i32 1)
  %behind = sub i64 %size, %before
  ret i64 %behind
}

declare i64 @heddle.argument_before(i32)
declare i64 @heddle.argument_size(i32)
