; Loops whose begin differs between work-items and whose length does not end by a counter of their rounds.
; RUN: heddle-opt --passes=count-own-rounds %s | FileCheck %s

declare i64 @heddle.global_id(i32)

; for (i = id * count; i < (id + 1) * count; i += 2), the end written in the condition
; CHECK-LABEL: define void @parts(
; CHECK:       entry:
; CHECK:         [[COUNT:%.*]] = sext i32 %count to i64
; CHECK:         [[LENGTH:%.*]] = mul i64 1, [[COUNT]]
; CHECK:         [[END:%.*]] = add i64 0, [[LENGTH]]
; CHECK:       loop:
; CHECK-NEXT:    [[ROUND:%.*]] = phi i64 [ 0, %entry ], [ [[NEXT:%.*]], %body ]
; CHECK:         [[GOES_ON:%.*]] = icmp slt i64 [[ROUND]], [[END]]
; CHECK-NEXT:    br i1 [[GOES_ON]], label %body, label %end
; CHECK:         [[NEXT]] = add nsw i64 [[ROUND]], 2
define void @parts(ptr addrspace(1) %out, i32 %count) {
entry:
  %global = call i64 @heddle.global_id(i32 0)
  %id = trunc i64 %global to i32
  %begin = mul nsw i32 %id, %count
  br label %loop
loop:
  %i = phi i32 [ %begin, %entry ], [ %next, %body ]
  %behind = add nsw i32 %id, 1
  %end.of.part = mul nsw i32 %behind, %count
  %goes.on = icmp slt i32 %i, %end.of.part
  br i1 %goes.on, label %body, label %end
body:
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %i, ptr addrspace(1) %place
  %next = add nsw i32 %i, 2
  br label %loop
end:
  ret void
}

; do ... while (++i <= id + radius), from id - radius on
; CHECK-LABEL: define void @window(
; CHECK:         [[RADIUS:%.*]] = sext i32 %radius to i64
; CHECK:         [[HALF:%.*]] = add i64 0, [[RADIUS]]
; CHECK:         [[OTHER:%.*]] = sext i32 %radius to i64
; CHECK:         [[END:%.*]] = add i64 [[HALF]], [[OTHER]]
; CHECK:       loop:
; CHECK:         [[NEXT:%.*]] = add nsw i64 {{%.*}}, 1
; CHECK:         [[GOES_ON:%.*]] = icmp sle i64 [[NEXT]], [[END]]
; CHECK-NEXT:    [[ENDS:%.*]] = xor i1 [[GOES_ON]], true
; CHECK-NEXT:    br i1 [[ENDS]], label %end, label %loop
define void @window(ptr addrspace(1) %out, i32 %radius) {
entry:
  %global = call i64 @heddle.global_id(i32 0)
  %id = trunc i64 %global to i32
  %begin = sub nsw i32 %id, %radius
  %last = add nsw i32 %id, %radius
  br label %loop
loop:
  %i = phi i32 [ %begin, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %i, ptr addrspace(1) %place
  %next = add nsw i32 %i, 1
  %ends = icmp sgt i32 %next, %last
  br i1 %ends, label %end, label %loop
end:
  ret void
}

; Unsigned, and it may overflow: where the end is below the begin there is no round.
; CHECK-LABEL: define void @unsigned(
; CHECK:         [[LENGTH:%.*]] = add i32 0, %count
; CHECK:         [[IS_WHOLE:%.*]] = icmp ult i32 %begin, %end.of.part
; CHECK:       loop:
; CHECK:         [[IS_LEFT:%.*]] = icmp ult i32 [[ROUND:%own.round]], [[LENGTH]]
; CHECK-NEXT:    [[GOES_ON:%.*]] = and i1 [[IS_WHOLE]], [[IS_LEFT]]
; CHECK-NEXT:    br i1 [[GOES_ON]], label %body, label %end
; CHECK:         add nuw i32 [[ROUND]], 1
; CHECK:         %next = add nuw i32 %i, 1
define void @unsigned(ptr addrspace(1) %out, i32 %count) {
entry:
  %global = call i64 @heddle.global_id(i32 0)
  %id = trunc i64 %global to i32
  %begin = mul i32 %id, %count
  %end.of.part = add i32 %begin, %count
  br label %loop
loop:
  %i = phi i32 [ %begin, %entry ], [ %next, %body ]
  %goes.on = icmp ult i32 %i, %end.of.part
  br i1 %goes.on, label %body, label %end
body:
  %place = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %i, ptr addrspace(1) %place
  %next = add i32 %i, 1
  br label %loop
end:
  ret void
}

; CHECK-LABEL: define void @pointers(
; CHECK:         [[END:%.*]] = mul i64 %length, 4
; CHECK:       loop:
; CHECK:         [[GOES_ON:%.*]] = icmp slt i64 [[ROUND:%own.round]], [[END]]
; CHECK-NEXT:    br i1 [[GOES_ON]], label %body, label %end
; CHECK:         add nsw i64 [[ROUND]], 4
define void @pointers(ptr addrspace(1) %out, i32 %count) {
entry:
  %id = call i64 @heddle.global_id(i32 0)
  %begin = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  %length = sext i32 %count to i64
  %end.of.part = getelementptr inbounds i32, ptr addrspace(1) %begin, i64 %length
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %begin, %entry ], [ %next, %body ]
  %goes.on = icmp ult ptr addrspace(1) %p, %end.of.part
  br i1 %goes.on, label %body, label %end
body:
  store i32 1, ptr addrspace(1) %p
  %next = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  br label %loop
end:
  ret void
}

; Signed, and it may overflow; unsigned in steps that may go over the end; an end of one's own.
; CHECK-LABEL: define void @others(
; CHECK-NOT:     own.round
; CHECK:         ret void
define void @others(ptr addrspace(1) %out, i32 %count) {
entry:
  %global = call i64 @heddle.global_id(i32 0)
  %id = trunc i64 %global to i32
  %first.begin = mul i32 %id, %count
  %first.end = add i32 %first.begin, %count
  br label %first
first:
  %i = phi i32 [ %first.begin, %entry ], [ %i.next, %first ]
  store volatile i32 %i, ptr addrspace(1) %out
  %i.next = add nsw i32 %i, 1
  %i.goes.on = icmp slt i32 %i.next, %first.end
  br i1 %i.goes.on, label %first, label %second
second:
  %j = phi i32 [ %first.begin, %first ], [ %j.next, %second.body ]
  %j.goes.on = icmp ult i32 %j, %first.end
  br i1 %j.goes.on, label %second.body, label %behind
second.body:
  store volatile i32 %j, ptr addrspace(1) %out
  %j.next = add i32 %j, 2
  br label %second
behind:
  %third.end = mul nsw i32 %id, 3
  br label %third
third:
  %k = phi i32 [ %id, %behind ], [ %k.next, %third ]
  store volatile i32 %k, ptr addrspace(1) %out
  %k.next = add nsw i32 %k, 1
  %k.goes.on = icmp slt i32 %k.next, %third.end
  br i1 %k.goes.on, label %third, label %end
end:
  ret void
}
