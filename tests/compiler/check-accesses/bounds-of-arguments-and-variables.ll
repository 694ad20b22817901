; What is compared are offsets: from the argument's pointer, whose object is known at the launch, or from a variable of known size. An access
; that cannot be wrong has no check.
; RUN: heddle-opt --passes=check-accesses %s | FileCheck %s

@shared = internal addrspace(3) global [16 x i32] undef

; CHECK-LABEL: define void @argument(
; CHECK-DAG:     %[[BEFORE:.*]] = call i64 @heddle.argument_before(i32 0)
; CHECK-DAG:     %[[SIZE:.*]] = call i64 @heddle.argument_written(i32 0)
; CHECK-DAG:     %[[LIMIT:.*]] = call i64 @llvm.usub.sat.i64(i64 %[[SIZE]], i64 3)
; CHECK-DAG:     %[[START:.*]] = ptrtoint ptr addrspace(1) %a to i64
; CHECK-DAG:     %[[OFFSET:.*]] = add i64 %[[BEFORE]], %{{.*}}
; CHECK-DAG:     %[[OUTSIDE:.*]] = icmp uge i64 %[[OFFSET]], %[[LIMIT]]
; CHECK:         %[[WRONG:.*]] = or i1 %[[OUTSIDE]], %{{.*}}
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 %[[WRONG]], i64 %[[OFFSET]], i32 0)
; CHECK-NEXT:    load i32
define void @argument(ptr addrspace(1) %a, i64 %i) #0 {
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %x = load i32, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: define void @local(
; CHECK-NOT:     ptrtoint
; CHECK:         icmp uge i64 %{{.*}}, 61
; CHECK:         call void @heddle.finding
; CHECK-NEXT:    store i32 1
define void @local(i64 %i) #0 {
  %p = getelementptr inbounds [16 x i32], ptr addrspace(3) @shared, i64 0, i64 %i
  store i32 1, ptr addrspace(3) %p, align 4
  ret void
}

; CHECK-LABEL: define void @private(
; CHECK-NOT:     heddle.finding
; CHECK:         store i32 1
; CHECK-NOT:     ptrtoint
; CHECK:         call void @heddle.finding
; CHECK-NEXT:    load i32
define void @private(i64 %i) #0 {
  %own = alloca [4 x i32], align 4
  %first = getelementptr inbounds i8, ptr %own, i64 12
  store i32 1, ptr %first, align 4
  %p = getelementptr inbounds [4 x i32], ptr %own, i64 0, i64 %i
  %x = load i32, ptr %p, align 4
  ret void
}

; Of a pointer that a loop counts on with, its steps are counted beside it, so that the variable may stay in registers.
; CHECK-LABEL: define void @private_in_a_loop(
; CHECK:         %[[STEPS:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT:     ptrtoint
; CHECK:         %[[OUTSIDE:.*]] = icmp uge i64 %{{.*}}, 13
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 %[[OUTSIDE]],
; CHECK-NEXT:    store i32 1
; CHECK:         %[[NEXT]] = add i64 %[[STEPS]], 4
define void @private_in_a_loop(ptr %in, i1 %more) #0 {
entry:
  %own.i.i12 = alloca [4 x i32], align 4
  %generic = addrspacecast ptr %own.i.i12 to ptr addrspace(4)
  br label %loop

loop:
  %p = phi ptr addrspace(4) [ %generic, %entry ], [ %next, %loop ]
  store i32 1, ptr addrspace(4) %p, align 4
  %next = getelementptr i32, ptr addrspace(4) %p, i64 1
  br i1 %more, label %loop, label %end

end:
  ret void
}

; Nothing is to be checked of whole variables that a condition chooses from.
; CHECK-LABEL: define void @one_of_two(
; CHECK-NOT:     heddle.finding
; CHECK:         ret void
define void @one_of_two(i1 %which) #0 {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %p = select i1 %which, ptr %a, ptr %b
  store i32 1, ptr %p, align 4
  ret void
}

; Wrong is what lies in neither object.
; CHECK-LABEL: define void @either(
; CHECK:         %[[A:.*]] = icmp uge
; CHECK:         %[[B:.*]] = icmp uge
; CHECK:         and i1
; CHECK:         call void @heddle.finding
define void @either(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %which) #0 {
  %p = select i1 %which, ptr addrspace(1) %a, ptr addrspace(1) %b
  %x = load i8, ptr addrspace(1) %p, align 1
  ret void
}

; Of a pointer from memory it is known where nothing can be.
; CHECK-LABEL: define void @from_memory(
; CHECK:         %[[ADDRESS:.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK:         %[[NULL:.*]] = icmp ult i64 %[[ADDRESS]], 4096
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 %[[NULL]], i64 %[[ADDRESS]],
define void @from_memory(ptr addrspace(1) %list) #0 {
  %p = load ptr addrspace(1), ptr addrspace(1) %list, align 8
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: define void @no_kernel(
; CHECK-NOT:     heddle.finding
; CHECK:         ret void
define void @no_kernel(ptr addrspace(1) %a) {
  store i32 1, ptr addrspace(1) %a, align 4
  ret void
}

attributes #0 = { "heddle-kernel" }

; Kind, variable, bytes, size, alignment, argument, access, file, line, column.
; CHECK: !heddle.places = !{![[FIRST:[0-9]+]],
; CHECK: ![[FIRST]] = !{i64 0, !"a", i64 4, i64 0, i64 4, i64 0, i64 513, !"", i64 0, i64 0, i64 3, i64 0}
; Of an inlined function's variable the name in the source.
; CHECK: !{i64 0, !"own", i64 4, i64 16, i64 4, i64 -1, i64 2, !"", i64 0, i64 0,
