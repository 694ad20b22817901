; A global id divided by the local size, or by a part of the required one, is made of group and local
; ids: for launches that the attribute names. In kernels with matrix operations the size of sub-groups
; is another divisor. Others stay, and numbers of fewer bits.
; RUN: heddle-opt --passes=divide-global-ids,instcombine %s | FileCheck %s

declare i64 @heddle.global_id(i32)
declare i64 @heddle.local_id(i32)
declare i64 @heddle.local_size(i32)
declare i64 @heddle.global_offset(i32)
declare <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32)

; CHECK-LABEL: define i64 @by_size()
; CHECK:       %[[GROUP:.*]] = call i64 @heddle.group_id(i32 0)
; CHECK:       %[[SMALL:.*]] = trunc i64 %[[GROUP]] to i32
; CHECK:       call i64 @heddle.global_offset(i32 0)
; CHECK:       %[[FIRST:.*]] = udiv i32
; CHECK:       %[[SUM:.*]] = add nuw i32 %[[FIRST]], %[[SMALL]]
; CHECK:       %[[RESULT:.*]] = zext i32 %[[SUM]] to i64
; CHECK:       ret i64 %[[RESULT]]
define i64 @by_size() #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %size = call i64 @heddle.local_size(i32 0)
  %group = udiv i64 %id, %size
  ret i64 %group
}

; CHECK-LABEL: define i32 @of_an_int()
; CHECK:       %[[ID:.*]] = call i64 @heddle.local_id(i32 1)
; CHECK:       %[[REST:.*]] = trunc {{.*}}i64 %[[ID]] to i32
; CHECK:       ret i32 %[[REST]]
define i32 @of_an_int() #0 {
  %id64 = call i64 @heddle.global_id(i32 1)
  %id = trunc i64 %id64 to i32
  %size64 = call i64 @heddle.local_size(i32 1)
  %size = trunc i64 %size64 to i32
  %isZero = icmp eq i32 %size, 0
  %divisor = select i1 %isZero, i32 1, i32 %size
  %rest = srem i32 %id, %divisor
  ret i32 %rest
}

; Without an offset there is nothing to divide.
; CHECK-LABEL: define i64 @within_the_range()
; CHECK:       %[[GROUP:.*]] = call i64 @heddle.group_id(i32 0)
; CHECK-NOT:   udiv
; CHECK:       ret
define i64 @within_the_range() #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %offset = call i64 @heddle.global_offset(i32 0)
  %from = sub i64 %id, %offset
  %size = call i64 @heddle.local_size(i32 0)
  %group = udiv i64 %from, %size
  ret i64 %group
}

; CHECK-LABEL: define i64 @by_required()
; CHECK:       %[[GROUP:.*]] = call i64 @heddle.group_id(i32 0)
; CHECK:       trunc i64 %[[GROUP]] to i32
; CHECK:       lshr i32 {{.*}}, 6
; CHECK:       %[[SUM:.*]] = add nuw i32
; CHECK:       %[[RESULT:.*]] = zext i32 %[[SUM]] to i64
; CHECK:       ret i64 %[[RESULT]]
define i64 @by_required() #0 !reqd_work_group_size !0 {
  %id = call i64 @heddle.global_id(i32 0)
  %group = lshr i64 %id, 6
  ret i64 %group
}

; CHECK-LABEL: define i64 @by_a_part()
; CHECK:       %[[ID:.*]] = call i64 @heddle.local_id(i32 0)
; CHECK:       %[[REST:.*]] = and i64 %[[ID]], 31
; CHECK:       ret i64 %[[REST]]
define i64 @by_a_part() #0 !reqd_work_group_size !0 {
  %id = call i64 @heddle.global_id(i32 0)
  %rest = and i64 %id, 31
  ret i64 %rest
}

; CHECK-LABEL: define i64 @by_more()
; CHECK:       %[[ID:.*]] = call i64 @heddle.global_id(i32 0)
; CHECK:       lshr i64 %[[ID]], 7
define i64 @by_more() #0 !reqd_work_group_size !0 {
  %id = call i64 @heddle.global_id(i32 0)
  %group = lshr i64 %id, 7
  ret i64 %group
}

; Groups that fill no sub-group had better be joined, which they can where nothing sees them.
; CHECK-LABEL: define i64 @small_groups()
; CHECK:       %[[ID:.*]] = call i64 @heddle.global_id(i32 0)
; CHECK:       lshr i64 %[[ID]], 2
define i64 @small_groups() #0 !reqd_work_group_size !1 {
  %id = call i64 @heddle.global_id(i32 0)
  %group = lshr i64 %id, 2
  ret i64 %group
}

; CHECK-LABEL: define i16 @of_a_short()
; CHECK:       urem i16
define i16 @of_a_short() #0 {
  %id64 = call i64 @heddle.global_id(i32 0)
  %id = trunc i64 %id64 to i16
  %size64 = call i64 @heddle.local_size(i32 0)
  %size = trunc i64 %size64 to i16
  %rest = urem i16 %id, %size
  ret i16 %rest
}

; The lanes of a sub-group are neighbours, as all work-groups are rows of whole sub-groups.
; CHECK-LABEL: define i64 @by_lanes(
; CHECK-SAME:  #[[ROWS:[0-9]+]]
; CHECK:       %[[SIZE:.*]] = call {{.*}}i64 @heddle.enqueued_local_size(i32 0)
; CHECK:       lshr exact i32 {{.*}}, 4
; CHECK:       %[[FIRST:.*]] = call {{.*}}i64 @heddle.first_local_id(i32 0)
; CHECK:       lshr exact i32 {{.*}}, 4
; CHECK:       ret
define i64 @by_lanes(ptr addrspace(1) %out, <8 x i16> %a, <8 x i32> %b, <8 x float> %c) #1 {
  %id = call i64 @heddle.global_id(i32 0)
  %number = lshr i64 %id, 4
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 16, i32 12288)
  store <8 x float> %d, ptr addrspace(1) %out
  ret i64 %number
}

; CHECK-LABEL: define i64 @by_part_of_lanes(
; CHECK:       %[[LANE:.*]] = call {{.*}}i32 @heddle.sub_group_local_id()
; CHECK:       and i32 %[[LANE]], 3
; CHECK:       ret
define i64 @by_part_of_lanes(ptr addrspace(1) %out, <8 x i16> %a, <8 x i32> %b, <8 x float> %c) #1 {
  %id = call i64 @heddle.global_id(i32 0)
  %rest = and i64 %id, 3
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 16, i32 12288)
  store <8 x float> %d, ptr addrspace(1) %out
  ret i64 %rest
}

; CHECK-LABEL: define i64 @by_more_lanes(
; CHECK:       lshr i64 {{.*}}, 5
define i64 @by_more_lanes(ptr addrspace(1) %out, <8 x i16> %a, <8 x i32> %b, <8 x float> %c) #1 {
  %id = call i64 @heddle.global_id(i32 0)
  %number = lshr i64 %id, 5
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 16, i32 12288)
  store <8 x float> %d, ptr addrspace(1) %out
  ret i64 %number
}

; In any launch, so that no attribute says anything.
; CHECK-LABEL: define i32 @begin_of_the_group()
; CHECK-SAME:  #[[PLAIN:[0-9]+]]
; CHECK:       call i64 @heddle.group_id(i32 0)
; CHECK:       call i64 @heddle.enqueued_local_size(i32 0)
; CHECK:       %[[SUM:.*]] = add nuw i64
; CHECK:       %[[RESULT:.*]] = trunc i64 %[[SUM]] to i32
; CHECK:       ret i32 %[[RESULT]]
define i32 @begin_of_the_group() #0 {
  %id64 = call i64 @heddle.global_id(i32 0)
  %id = trunc i64 %id64 to i32
  %local64 = call i64 @heddle.local_id(i32 0)
  %local = trunc i64 %local64 to i32
  %begin = sub i32 %id, %local
  ret i32 %begin
}

; CHECK:       attributes {{.*}} "heddle-aligned-groups"
; CHECK:       attributes #[[PLAIN]] = { "heddle-kernel" }
; CHECK:       attributes #[[ROWS]] = { "heddle-aligned-groups" "heddle-kernel" "heddle-rows-of-sub-groups"
attributes #0 = { "heddle-kernel" }
attributes #1 = { "heddle-kernel" "heddle-sub-group-size"="16" }
!0 = !{i32 64, i32 1, i32 1}
!1 = !{i32 4, i32 1, i32 1}
