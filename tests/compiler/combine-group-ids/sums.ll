; Sums of group and local ids are global ids, in 64 and in 32 bits; other sums stay.
; RUN: heddle-opt --passes=combine-group-ids,instcombine %s | FileCheck %s

; CHECK-LABEL: define i64 @in_64_bits
; CHECK-DAG:     %[[ID:.*]] = call i64 @heddle.global_id(i32 0)
; CHECK-DAG:     %[[OFFSET:.*]] = call i64 @heddle.global_offset(i32 0)
; CHECK:         %[[SUM:.*]] = sub i64 %[[ID]], %[[OFFSET]]
; CHECK:         ret i64 %[[SUM]]
define i64 @in_64_bits() #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.local_size(i32 0)
  %first = mul i64 %size, %group
  %local = call i64 @heddle.local_id(i32 0)
  %id = add i64 %first, %local
  ret i64 %id
}

; CHECK-LABEL: define i32 @in_32_bits
; CHECK:         call i64 @heddle.global_id(i32 1)
; CHECK:         trunc
; CHECK-NOT:     mul
define i32 @in_32_bits() #0 {
  %group64 = call i64 @heddle.group_id(i32 1)
  %group = trunc i64 %group64 to i32
  %size64 = call i64 @heddle.enqueued_local_size(i32 1)
  %size = trunc i64 %size64 to i32
  %local64 = call i64 @heddle.local_id(i32 1)
  %local = trunc i64 %local64 to i32
  %first = mul nsw i32 %group, %size
  %id = add nsw i32 %local, %first
  ret i32 %id
}

; CHECK-LABEL: define i64 @all_work_items
; CHECK:         %[[SIZE:.*]] = call i64 @heddle.global_size(i32 0)
; CHECK:         ret i64 %[[SIZE]]
define i64 @all_work_items() #0 {
  %groups = call i64 @heddle.num_groups(i32 0)
  %size = call i64 @heddle.local_size(i32 0)
  %all = mul i64 %groups, %size
  ret i64 %all
}

; CHECK-LABEL: define i64 @of_two_dimensions
; CHECK:         mul i64
; CHECK-NOT:     global_id
; CHECK:         ret
define i64 @of_two_dimensions() #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.local_size(i32 1)
  %first = mul i64 %group, %size
  %local = call i64 @heddle.local_id(i32 0)
  %id = add i64 %first, %local
  ret i64 %id
}

declare i64 @heddle.group_id(i32)
declare i64 @heddle.local_id(i32)
declare i64 @heddle.local_size(i32)
declare i64 @heddle.enqueued_local_size(i32)
declare i64 @heddle.num_groups(i32)

attributes #0 = { "heddle-kernel" }
