; A loop that writes a row of what it gathers asks whether it may gather what it has written: if not, several rounds go side by side.
; RUN: heddle-opt --passes=version-argument-overlaps %s | FileCheck %s

; CHECK-LABEL: define void @gathers(
; CHECK:         br i1 %{{.*}}, label %[[APART:.*]], label %[[OVERLAPS:.*]], !prof !{{.*}}, !heddle.arguments.overlap
; CHECK:       [[APART]]:
; CHECK:         %word = load i32, {{.*}} !noalias ![[SCOPES:[0-9]+]]
; CHECK:         store i32 %word, {{.*}} !alias.scope ![[SCOPES]]
; CHECK:       [[OVERLAPS]]:
; CHECK-NOT:     !alias.scope
; CHECK:         ret void
define void @gathers(ptr addrspace(1) %table, ptr addrspace(1) %index, ptr addrspace(1) %row, i64 %n) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %p.index = getelementptr i32, ptr addrspace(1) %index, i64 %k
  %i = load i32, ptr addrspace(1) %p.index
  %i.wide = sext i32 %i to i64
  %p.word = getelementptr i32, ptr addrspace(1) %table, i64 %i.wide
  %word = load i32, ptr addrspace(1) %p.word
  %p.row = getelementptr i32, ptr addrspace(1) %row, i64 %k
  store i32 %word, ptr addrspace(1) %p.row
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; Nothing is gathered: where rows are LLVM asks itself.
; CHECK-LABEL: define void @copies(
; CHECK-NOT:     !heddle.arguments.overlap
; CHECK:         ret void
define void @copies(ptr addrspace(1) %from, ptr addrspace(1) %row, i64 %n) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %p.from = getelementptr i32, ptr addrspace(1) %from, i64 %k
  %word = load i32, ptr addrspace(1) %p.from
  %p.row = getelementptr i32, ptr addrspace(1) %row, i64 %k
  store i32 %word, ptr addrspace(1) %p.row
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; Lanes side by side have a round each.
; CHECK-LABEL: define void @columns(
; CHECK-NOT:     !heddle.arguments.overlap
; CHECK:         ret void
define void @columns(ptr addrspace(1) %table, ptr addrspace(1) %index, ptr addrspace(1) %columns, i64 %n, i64 %width) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %place = phi i64 [ 0, %entry ], [ %place.next, %round ]
  %p.index = getelementptr i32, ptr addrspace(1) %index, i64 %place
  %i = load i32, ptr addrspace(1) %p.index
  %i.wide = sext i32 %i to i64
  %p.word = getelementptr i32, ptr addrspace(1) %table, i64 %i.wide
  %word = load i32, ptr addrspace(1) %p.word
  %p.column = getelementptr i32, ptr addrspace(1) %columns, i64 %place
  store i32 %word, ptr addrspace(1) %p.column
  %k.next = add nuw nsw i64 %k, 1
  %place.next = add nuw nsw i64 %place, %width
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; What is gathered is written by the same argument.
; CHECK-LABEL: define void @in_place(
; CHECK-NOT:     !heddle.arguments.overlap
; CHECK:         ret void
define void @in_place(ptr addrspace(1) %index, ptr addrspace(1) %row, i64 %n) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %p.index = getelementptr i32, ptr addrspace(1) %index, i64 %k
  %i = load i32, ptr addrspace(1) %p.index
  %i.wide = sext i32 %i to i64
  %p.word = getelementptr i32, ptr addrspace(1) %row, i64 %i.wide
  %word = load i32, ptr addrspace(1) %p.word
  %p.row = getelementptr i32, ptr addrspace(1) %row, i64 %k
  store i32 %word, ptr addrspace(1) %p.row
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}


attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
