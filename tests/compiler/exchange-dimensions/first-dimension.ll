; The dimension whose work-items lie side by side becomes dimension 0; kernels where that gains
; little, or that can tell, stay as they are.
; RUN: heddle-opt --passes=exchange-dimensions %s | FileCheck %s

@shared = internal addrspace(3) global i64 undef

; a[x * n + y] = a[x * n + y] + b[y]
; CHECK-LABEL: define void @rows
; CHECK-SAME:    #[[EXCHANGED:[0-9]+]]
; CHECK:         %x = call i64 @heddle.global_id(i32 1)
; CHECK:         %y = call i64 @heddle.global_id(i32 0)
; CHECK:         %offset = call i64 @heddle.global_offset(i32 1)
; CHECK:         %z = call i64 @heddle.global_id(i32 2)
define void @rows(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) #0 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %offset = call i64 @heddle.global_offset(i32 0)
  %z = call i64 @heddle.global_id(i32 2)
  %plane = add i64 %z, %offset
  %row = mul i64 %x, %n
  %inRow = add i64 %row, %y
  %index = add i64 %inRow, %plane
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  %other = getelementptr float, ptr addrspace(1) %b, i64 %y
  %old = load float, ptr addrspace(1) %place
  %add = load float, ptr addrspace(1) %other
  %new = fadd float %old, %add
  store float %new, ptr addrspace(1) %place
  ret void
}

; Sums of products of rows of A and columns of B: in 32 bits, and along a loop.
; CHECK-LABEL: define void @product
; CHECK-SAME:    #[[EXCHANGED]]
define void @product(ptr addrspace(1) %A, ptr addrspace(1) %B, ptr addrspace(1) %C, i32 %n) #0 {
entry:
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %row = trunc i64 %x to i32
  %column = trunc i64 %y to i32
  %first = mul i32 %row, %n
  br label %loop

loop:
  %i = phi i32 [ %next, %loop ], [ 0, %entry ]
  %sum = phi float [ %more, %loop ], [ 0.0, %entry ]
  %inRow = add i32 %first, %i
  %a64 = sext i32 %inRow to i64
  %aPlace = getelementptr float, ptr addrspace(1) %A, i64 %a64
  %a = load float, ptr addrspace(1) %aPlace
  %down = mul i32 %i, %n
  %inColumn = add i32 %down, %column
  %b64 = sext i32 %inColumn to i64
  %bPlace = getelementptr float, ptr addrspace(1) %B, i64 %b64
  %b = load float, ptr addrspace(1) %bPlace
  %more = call float @llvm.fmuladd.f32(float %a, float %b, float %sum)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end

end:
  %c = add i32 %first, %column
  %c64 = sext i32 %c to i64
  %cPlace = getelementptr float, ptr addrspace(1) %C, i64 %c64
  store float %more, ptr addrspace(1) %cPlace
  ret void
}

; a[(x * n + y) * n + z]
; CHECK-LABEL: define void @planes
; CHECK-SAME:    #[[PLANES:[0-9]+]]
; CHECK:         %x = call i64 @heddle.global_id(i32 2)
; CHECK:         %y = call i64 @heddle.global_id(i32 1)
; CHECK:         %z = call i64 @heddle.global_id(i32 0)
define void @planes(ptr addrspace(1) %a, i64 %n) #0 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %z = call i64 @heddle.global_id(i32 2)
  %plane = mul i64 %x, %n
  %row = add i64 %plane, %y
  %inRow = mul i64 %row, %n
  %index = add i64 %inRow, %z
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

; Pixels of three components come as vectors either way.
; CHECK-LABEL: define void @components
; CHECK-SAME:    #[[OTHER:[0-9]+]]
define void @components(ptr addrspace(1) %a) #0 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %pixel = mul i64 %x, 3
  %index = add i64 %pixel, %y
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

; Local memory is there for lanes that meet without a barrier, too.
; CHECK-LABEL: define void @can_tell
; CHECK-SAME:    #[[OTHER]]
define void @can_tell(ptr addrspace(1) %a, i64 %n) #0 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %local = call i64 @heddle.local_id(i32 0)
  %row = mul i64 %x, %n
  %index = add i64 %row, %y
  %place = getelementptr i64, ptr addrspace(1) %a, i64 %index
  store i64 %local, ptr addrspace(1) %place
  store i64 %local, ptr addrspace(3) @shared
  ret void
}

; a[(x * size + i) * n + y * size + j] of work-item (i, j) of group (x, y): these have ids, and
; nobody else knows who is a neighbour of whom.
; CHECK-LABEL: define void @has_ids
; CHECK-SAME:    #[[EXCHANGED]]
; CHECK:         %x = call i64 @heddle.group_id(i32 1)
; CHECK:         %y = call i64 @heddle.group_id(i32 0)
; CHECK:         %i = call i64 @heddle.local_id(i32 1)
; CHECK:         %j = call i64 @heddle.local_id(i32 0)
; CHECK:         %height = call i64 @heddle.local_size(i32 1)
; CHECK:         %width = call i64 @heddle.enqueued_local_size(i32 0)
; CHECK:         %groups = call i64 @heddle.num_groups(i32 1)
define void @has_ids(ptr addrspace(1) %a, i64 %n) #0 {
  %x = call i64 @heddle.group_id(i32 0)
  %y = call i64 @heddle.group_id(i32 1)
  %i = call i64 @heddle.local_id(i32 0)
  %j = call i64 @heddle.local_id(i32 1)
  %height = call i64 @heddle.local_size(i32 0)
  %width = call i64 @heddle.enqueued_local_size(i32 1)
  %groups = call i64 @heddle.num_groups(i32 0)
  %above = mul i64 %x, %height
  %row = add i64 %above, %i
  %start = mul i64 %row, %n
  %left = mul i64 %y, %width
  %column = add i64 %left, %j
  %index = add i64 %start, %column
  %place = getelementptr i64, ptr addrspace(1) %a, i64 %index
  store i64 %groups, ptr addrspace(1) %place
  ret void
}

; A required size says that of dimension 0.
; CHECK-LABEL: define void @required
; CHECK-SAME:    #[[CROSSED:[0-9]+]]
define void @required(ptr addrspace(1) %a, i64 %n) #0 !reqd_work_group_size !0 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %row = mul i64 %x, %n
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

; CHECK-LABEL: define void @required_square
; CHECK-SAME:    #[[EXCHANGED]]
define void @required_square(ptr addrspace(1) %a, i64 %n) #0 !reqd_work_group_size !1 {
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %row = mul i64 %x, %n
  %index = add i64 %row, %y
  %place = getelementptr float, ptr addrspace(1) %a, i64 %index
  store float 1.0, ptr addrspace(1) %place
  ret void
}

; CHECK-DAG: attributes #[[EXCHANGED]] = { {{.*}}"heddle-first-dimension"="1"
; CHECK-DAG: attributes #[[PLANES]] = { {{.*}}"heddle-first-dimension"="2"
; CHECK-DAG: attributes #[[CROSSED]] = { "heddle-crosses-rows" "heddle-kernel" }
; CHECK-DAG: attributes #[[OTHER]] = { "heddle-kernel" }

declare i64 @heddle.global_id(i32)
declare i64 @heddle.global_offset(i32)
declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.local_size(i32)
declare i64 @heddle.enqueued_local_size(i32)
declare i64 @heddle.num_groups(i32)
declare float @llvm.fmuladd.f32(float, float, float)

attributes #0 = { "heddle-kernel" }
!0 = !{i32 64, i32 4, i32 1}
!1 = !{i32 16, i32 16, i32 1}
