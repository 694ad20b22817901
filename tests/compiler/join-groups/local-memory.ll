; Each of the joined work-groups has its own copy of local memory: variables have an element for
; each, arguments a distance that the launch knows. There is one of what is the same in all.
; RUN: heddle-opt --passes=join-groups %s | FileCheck %s

@small = internal addrspace(3) global [4 x i32] undef, align 4
@large = internal addrspace(3) global [512 x i32] undef, align 16
@unused = internal addrspace(3) global [4 x i32] undef, align 4
@equal = internal addrspace(3) global [4 x i32] undef, align 4

; Copies of a large variable do not lie at a power of two from one another.
; CHECK-DAG: @variables.small = internal addrspace(3) global [64 x i8] undef, align 4
; CHECK-DAG: @variables.large = internal addrspace(3) global [8448 x i8] undef, align 16
; CHECK-NOT: @variables.unused
; CHECK-NOT: @variables.equal

; CHECK-LABEL: define void @variables
; CHECK-DAG:     %[[LANE:.*]] = call i32 @heddle.sub_group_local_id()
; CHECK:         %[[SMALL:small.*]] = getelementptr inbounds i8, ptr addrspace(3) @variables.small, i64
; CHECK:         %[[LARGE:large.*]] = getelementptr inbounds i8, ptr addrspace(3) @variables.large, i64
; CHECK:         store i64 %{{.*}}, ptr addrspace(3) %[[SMALL]]
; CHECK:         store i64 %{{.*}}, ptr addrspace(3) %[[LARGE]]
; CHECK:         store i32 1, ptr addrspace(3) @equal
; CHECK:         getelementptr {{.*}}%[[LARGE]], i64 8
define void @variables() #0 {
  %group = call i64 @heddle.group_id(i32 0)
  store i64 %group, ptr addrspace(3) @small
  store i64 %group, ptr addrspace(3) @large
  store i32 1, ptr addrspace(3) @equal
  %value = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @large, i64 8)
  ret void
}

; CHECK-LABEL: define void @arguments
; CHECK:         %[[DISTANCE:.*]] = call i64 @heddle.local_distance(i32 1)
; CHECK:         %[[OFFSET:.*]] = mul nuw i64 %{{.*}}, %[[DISTANCE]]
; CHECK:         %[[OWN:.*]] = getelementptr i8, ptr addrspace(3) %to, i64 %[[OFFSET]]
; CHECK:         store i64 %{{.*}}, ptr addrspace(3) %[[OWN]]
define void @arguments(i32 %before, ptr addrspace(3) %to, ptr addrspace(3) %unused) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  store i64 %group, ptr addrspace(3) %to
  ret void
}

declare i64 @heddle.group_id(i32)

attributes #0 = { "heddle-kernel" }
