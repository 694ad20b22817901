; Two rows in one: each has its own sum, both use the vector that does not depend on the row.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @sums.rows(
; CHECK:         %[[ROW:.*]] = call i64 @heddle.first_local_id(i32 1)
; CHECK:         %[[NEXT:.*]] = add nuw nsw i64 %[[ROW]], 1
; CHECK:       loop:
; CHECK-DAG:     phi <8 x float>
; CHECK-DAG:     phi <8 x float>
; CHECK:         load <8 x float>
; CHECK-NOT:     load <8 x float>
; CHECK-COUNT-2: call <8 x float> @llvm.fma.v8f32
; CHECK-NOT:     call <8 x float> @llvm.fma.v8f32
; CHECK:         br i1
; CHECK-COUNT-2: store <8 x float>

; Rows are joined where all lanes of both are inside, and done one after another elsewhere.
; CHECK-LABEL: define internal void @guarded.rows(
; CHECK:         %[[ROW:.*]] = call i64 @heddle.first_local_id(i32 1)
; CHECK:         %[[NEXT:.*]] = add nuw nsw i64 %[[ROW]], 1
; CHECK:         %[[FIRST:.*]] = icmp ult i64 %[[ROW]], %n
; CHECK:         %[[SECOND:.*]] = icmp ult i64 %[[NEXT]], %n
; CHECK:         and i1 %[[COLUMNS:.*]], %[[FIRST]]
; CHECK:         %[[ALL:.*]] = and i1 %[[COLUMNS]], %[[SECOND]]
; CHECK:         br i1 %[[ALL]], label %inside, label
; CHECK:         %row = phi i64 [ %{{.*}}, %next_row ], [ 0,
; CHECK:       next_row:
; CHECK:         icmp ult i64 %{{.*}}, 2
; CHECK:       inside:
; CHECK-COUNT-2: store <8 x i64>

; A branch depends on the row, and both of its sides do something; the rows must see the atomic operations of each other in some order.
; CHECK-NOT:   @branch.rows
; CHECK-NOT:   @atomic.rows

; Each row has the same lanes.
; CHECK-LABEL: define internal void @lanes.rows(
; CHECK-COUNT-2: store <8 x i64>

; What may be found is asked of both rows at once, said of each, and what is accessed is not told.
; CHECK-LABEL: define internal void @checked.rows(
; CHECK-SAME:    #[[ROWS:[0-9]+]]
; CHECK:         icmp uge i64 %i, %n
; CHECK:         icmp uge i64 %i2, %n
; CHECK:         br i1
; CHECK-NOT:     touched
; CHECK:         call void @heddle.simd_finding{{.*}}(i1 %{{[^)]*}}){{$}}
; CHECK:         call void @heddle.simd_finding{{.*}}(i1 %{{[^)]*}}) #[[SECOND:[0-9]+]]
; CHECK:         ret void
; CHECK-DAG:   attributes #[[ROWS]] = {{.*}}"heddle-untraced"
; CHECK-DAG:   attributes #[[SECOND]] = {{.*}}"heddle-row"="1"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @sums(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %x = call i64 @heddle.local_id(i32 0)
  %y = call i64 @heddle.local_id(i32 1)
  %row = mul i64 %y, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %ai = add i64 %row, %k
  %ap = getelementptr inbounds float, ptr addrspace(1) %a, i64 %ai
  %av = load float, ptr addrspace(1) %ap, align 4
  %start = mul i64 %k, %n
  %bi = add i64 %start, %x
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %bi
  %bv = load float, ptr addrspace(1) %bp, align 4
  %more = call float @llvm.fma.f32(float %av, float %bv, float %sum)
  %next = add i64 %k, 1
  %goes = icmp ult i64 %next, %n
  br i1 %goes, label %loop, label %end
end:
  %oi = add i64 %row, %x
  %to = getelementptr inbounds float, ptr addrspace(1) %out, i64 %oi
  store float %more, ptr addrspace(1) %to, align 4
  ret void
}

define void @guarded(ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %x = call i64 @heddle.local_id(i32 0)
  %y = call i64 @heddle.local_id(i32 1)
  %columns = icmp ult i64 %x, %n
  %rows = icmp ult i64 %y, %n
  %in = and i1 %columns, %rows
  br i1 %in, label %inside, label %end
inside:
  %line = mul i64 %y, %n
  %i = add i64 %line, %x
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %i
  store i64 %i, ptr addrspace(1) %to, align 8
  br label %end
end:
  ret void
}

define void @branch(ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %y = call i64 @heddle.local_id(i32 1)
  %rows = icmp ult i64 %y, %n
  br i1 %rows, label %inside, label %outside
inside:
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %y
  store i64 0, ptr addrspace(1) %to, align 8
  ret void
outside:
  store i64 1, ptr addrspace(1) %out, align 8
  ret void
}

define void @atomic(ptr addrspace(1) %out) #0 {
  %y = call i64 @heddle.local_id(i32 1)
  %old = atomicrmw add ptr addrspace(1) %out, i64 %y monotonic
  ret void
}

define void @lanes(ptr addrspace(1) %out) #0 {
  %x = call i64 @heddle.local_id(i32 0)
  %y = call i64 @heddle.local_id(i32 1)
  %lane = urem i64 %x, 8
  %value = mul i64 %y, %lane
  %row = shl i64 %y, 6
  %i = add i64 %row, %x
  %to = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %i
  store i64 %value, ptr addrspace(1) %to, align 8
  ret void
}

define void @checked(ptr addrspace(1) %out, i64 %n) #0 {
  %x = call i64 @heddle.local_id(i32 0)
  %y = call i64 @heddle.local_id(i32 1)
  %row = shl i64 %y, 6
  %i = add i64 %row, %x
  %is_wrong = icmp uge i64 %i, %n
  %may = call i1 @heddle.may_find.i1i1(i1 %is_wrong)
  br i1 %may, label %check, label %end
check:
  call void @heddle.finding.voidi1i64i32(i1 %is_wrong, i64 %i, i32 0)
  call void @heddle.touched.voidi64i64i64i32(i64 %i, i64 4, i64 0, i32 0)
  br label %end
end:
  ret void
}

declare i1 @heddle.may_find.i1i1(i1)
declare void @heddle.finding.voidi1i64i32(i1, i64, i32)
declare void @heddle.touched.voidi64i64i64i32(i64, i64, i64, i32)
declare i64 @heddle.local_id(i32)
declare float @llvm.fma.f32(float, float, float)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" "heddle-joined-rows"="2" }
