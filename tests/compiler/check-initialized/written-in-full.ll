; Of a variable that loops write in full before it is read, nothing is remembered; of one of which they leave out the last element it is.
; RUN: heddle-opt --passes=check-initialized %s | FileCheck %s

; CHECK-LABEL: define void @full(
; CHECK-NOT:     written
; CHECK:         ret void
define void @full(ptr addrspace(1) %a, i64 %at) #0 {
entry:
  %v = alloca [4 x i32], align 4
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, 4
  br i1 %more, label %body, label %end
body:
  %to = getelementptr inbounds [4 x i32], ptr %v, i64 0, i64 %i
  store i32 7, ptr %to, align 4
  %next = add i64 %i, 1
  br label %head
end:
  %from = getelementptr inbounds [4 x i32], ptr %v, i64 0, i64 %at
  %x = load i32, ptr %from, align 4
  store i32 %x, ptr addrspace(1) %a, align 4
  ret void
}

; CHECK-LABEL: define void @but_one(
; CHECK:         %v.written = alloca [16 x i8]
; CHECK:         call void @heddle.finding
define void @but_one(ptr addrspace(1) %a, i64 %at) #0 {
entry:
  %v = alloca [4 x i32], align 4
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, 3
  br i1 %more, label %body, label %end
body:
  %to = getelementptr inbounds [4 x i32], ptr %v, i64 0, i64 %i
  store i32 7, ptr %to, align 4
  %next = add i64 %i, 1
  br label %head
end:
  %from = getelementptr inbounds [4 x i32], ptr %v, i64 0, i64 %at
  %x = load i32, ptr %from, align 4
  store i32 %x, ptr addrspace(1) %a, align 4
  ret void
}

attributes #0 = { "heddle-kernel" }
