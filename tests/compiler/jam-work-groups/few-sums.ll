; Work-groups that follow one another in a column, with few sums each, are done at once.
; RUN: heddle-opt --passes=jam-work-groups %s | FileCheck %s
; RUN: heddle-opt --passes=jam-work-groups --pass-remarks-analysis=heddle %s 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

; REMARK:     one: work-groups with few sums: 8 that follow one another in a column are done at once
; REMARK-NOT: at once

declare i64 @heddle.group_row(i64, i64, i64) memory(none)
declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32) memory(none)

; As many as fill four tiles, if they are left in the column and in the call, and if the index, which is
; 8 * (int)row, does not wrap on the way to the last one.
; CHECK-LABEL: define void @one.entry(
; CHECK:       group:
; CHECK:         %group.after = add i64 %number, 8
; CHECK:         [[END:%.*]] = add i64 %place, 8
; CHECK:         [[AFTER:%.*]] = add i64 %number, 8
; CHECK:         [[IN_COLUMN:%.*]] = icmp ule i64 [[END]], %rows
; CHECK:         [[IN_CALL:%.*]] = icmp ule i64 [[AFTER]], %group_count
; CHECK:         [[LAST:%.*]] = add i64 %id, 7
; CHECK:         sext i32 {{%.*}} to i64
; CHECK:         [[GOES_TO:%.*]] = sext i32 {{%.*}} to i64
; CHECK:         [[EXPECTED:%.*]] = add i64 {{%.*}}, 56
; CHECK:         [[GOES_ON:%.*]] = icmp eq i64 [[GOES_TO]], [[EXPECTED]]
; CHECK:         [[BOTH:%.*]] = and i1 [[IN_COLUMN]], [[IN_CALL]]
; CHECK:         [[ALL:%.*]] = and i1 [[BOTH]], [[GOES_ON]]
; CHECK:         br i1 [[ALL]], label %group.one.jam, label %group.one
; One at a time.
; CHECK:       loop:
; CHECK-COUNT-1: call <128 x float>
; CHECK-NOT:     call <128 x float>
; CHECK:         br i1 {{.*}}, label %loop, label %stored
; Eight, with one B.
; CHECK:       group.one.jam:
; CHECK:         [[FIRST:%.*]] = sext i32 {{%.*}} to i64
; CHECK:         add nsw i64 [[FIRST]], 8
; CHECK:         add nsw i64 [[FIRST]], 56
; CHECK:       loop.jam:
; CHECK-COUNT-8: call <128 x float> @heddle.simd_matrix_mad.{{.*}}(<128 x i16> {{%.*}}, <128 x i32> %y.jam,
; CHECK-NOT:     call <128 x float>
; CHECK:       stored.jam:
; CHECK-COUNT-8: store <128 x float>
; CHECK-NOT:     store <128 x float>
; CHECK:         br label %group.next
; CHECK:       group.next:
; CHECK:         phi i64 [ %next, %stored ], [ %group.after, %stored.jam ]

define void @one.entry(ptr %arguments, ptr %nd_range, i64 %first_group, i64 %group_count, ptr %worker) {
entry:
  %a = load ptr addrspace(1), ptr %arguments
  %b = load ptr addrspace(1), ptr %nd_range
  %rows = load i64, ptr %worker
  br label %group
group:
  %number = phi i64 [ 0, %entry ], [ %next, %stored ]
  %id = add i64 %number, %first_group
  %place = urem i64 %id, %rows
  %row = call i64 @heddle.group_row(i64 %id, i64 %place, i64 %rows)
  %small = trunc i64 %row to i32
  %index = shl i32 %small, 3
  %wide = sext i32 %index to i64
  %from = getelementptr i8, ptr addrspace(1) %a, i64 %wide
  br label %loop
loop:
  %k = phi i64 [ 0, %group ], [ %more, %loop ]
  %sum = phi <128 x float> [ zeroinitializer, %group ], [ %result, %loop ]
  %xp = getelementptr i8, ptr addrspace(1) %from, i64 %k
  %x = load <128 x i16>, ptr addrspace(1) %xp
  %yp = getelementptr i8, ptr addrspace(1) %b, i64 %k
  %y = load <128 x i32>, ptr addrspace(1) %yp
  %result = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %x, <128 x i32> %y, <128 x float> %sum, i32 8, i32 16, i32 16, i32 12288)
  %more = add i64 %k, 1
  %goesOn = icmp ult i64 %more, 64
  br i1 %goesOn, label %loop, label %stored
stored:
  store <128 x float> %result, ptr addrspace(1) %from
  %next = add nuw i64 %number, 1
  %isOver = icmp eq i64 %next, %group_count
  br i1 %isOver, label %end, label %group
end:
  ret void
}

; Some rows are stored and others not.
; CHECK-LABEL: define void @branches.entry(
; CHECK-NOT:     .jam
; CHECK:         ret void
define void @branches.entry(ptr %arguments, ptr %nd_range, i64 %first_group, i64 %group_count, ptr %worker) {
entry:
  %a = load ptr addrspace(1), ptr %arguments
  %b = load ptr addrspace(1), ptr %nd_range
  %rows = load i64, ptr %worker
  br label %group
group:
  %number = phi i64 [ 0, %entry ], [ %next, %stored ]
  %id = add i64 %number, %first_group
  %place = urem i64 %id, %rows
  %row = call i64 @heddle.group_row(i64 %id, i64 %place, i64 %rows)
  %from = getelementptr i8, ptr addrspace(1) %a, i64 %row
  br label %loop
loop:
  %k = phi i64 [ 0, %group ], [ %more, %loop ]
  %sum = phi <128 x float> [ zeroinitializer, %group ], [ %result, %loop ]
  %xp = getelementptr i8, ptr addrspace(1) %from, i64 %k
  %x = load <128 x i16>, ptr addrspace(1) %xp
  %y = load <128 x i32>, ptr addrspace(1) %b
  %result = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %x, <128 x i32> %y, <128 x float> %sum, i32 8, i32 16, i32 16, i32 12288)
  %more = add i64 %k, 1
  %goesOn = icmp ult i64 %more, 64
  br i1 %goesOn, label %loop, label %done
done:
  %isInside = icmp ult i64 %row, 100
  br i1 %isInside, label %store, label %stored
store:
  store <128 x float> %result, ptr addrspace(1) %from
  br label %stored
stored:
  %next = add nuw i64 %number, 1
  %isOver = icmp eq i64 %next, %group_count
  br i1 %isOver, label %end, label %group
end:
  ret void
}

; Memory of the worker is one for all of its work-groups.
; CHECK-LABEL: define void @shares.entry(
; CHECK-NOT:     .jam
; CHECK:         ret void
define void @shares.entry(ptr %arguments, ptr %nd_range, i64 %first_group, i64 %group_count, ptr %worker) {
entry:
  %a = load ptr addrspace(1), ptr %arguments
  %b = load ptr addrspace(1), ptr %nd_range
  %rows = load i64, ptr %worker
  br label %group
group:
  %number = phi i64 [ 0, %entry ], [ %next, %stored ]
  %id = add i64 %number, %first_group
  %place = urem i64 %id, %rows
  %row = call i64 @heddle.group_row(i64 %id, i64 %place, i64 %rows)
  %from = getelementptr i8, ptr addrspace(1) %a, i64 %row
  br label %loop
loop:
  %k = phi i64 [ 0, %group ], [ %more, %loop ]
  %sum = phi <128 x float> [ zeroinitializer, %group ], [ %result, %loop ]
  %xp = getelementptr i8, ptr addrspace(1) %from, i64 %k
  %x = load <128 x i16>, ptr addrspace(1) %xp
  %y = load <128 x i32>, ptr addrspace(1) %b
  %result = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %x, <128 x i32> %y, <128 x float> %sum, i32 8, i32 16, i32 16, i32 12288)
  %more = add i64 %k, 1
  %goesOn = icmp ult i64 %more, 64
  br i1 %goesOn, label %loop, label %stored
stored:
  store <128 x float> %result, ptr %worker
  %next = add nuw i64 %number, 1
  %isOver = icmp eq i64 %next, %group_count
  br i1 %isOver, label %end, label %group
end:
  ret void
}
