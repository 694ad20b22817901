; What all work-items store in one place is not stored where it is there already.
; RUN: heddle-opt --passes=spare-equal-stores %s | FileCheck %s

; CHECK-LABEL: @flag
; CHECK:       [[OLD:%.*]] = load atomic i32, ptr addrspace(1) %changed monotonic, align 4
; CHECK-NEXT:  [[NEW:%.*]] = icmp ne i32 [[OLD]], 1
; CHECK-NEXT:  br i1 [[NEW]], label %[[STORE:.*]], label
; CHECK:       [[STORE]]:
; CHECK-NEXT:  store i32 1, ptr addrspace(1) %changed, align 4
define void @flag(ptr addrspace(1) %changed) #0 {
  store i32 1, ptr addrspace(1) %changed, align 4
  ret void
}

; Bits are compared: -0 is not 0, and NaN is NaN.
; CHECK-LABEL: @number
; CHECK:       [[PLACE:%.*]] = getelementptr
; CHECK-NEXT:  [[OLD:%.*]] = load atomic float, ptr addrspace(1) [[PLACE]] monotonic, align 4
; CHECK-NEXT:  [[X:%.*]] = bitcast float %x to i32
; CHECK-NEXT:  [[BITS:%.*]] = bitcast float [[OLD]] to i32
; CHECK-NEXT:  icmp ne i32 [[BITS]], [[X]]
define void @number(ptr addrspace(1) %out, float %x) #0 {
  %place = getelementptr i8, ptr addrspace(1) %out, i64 12
  store float %x, ptr addrspace(1) %place, align 4
  ret void
}

; CHECK-LABEL: @maximum
; CHECK:       [[OLD:%.*]] = load atomic i32, ptr addrspace(1) %most monotonic, align 4
; CHECK:       [[NEW:%.*]] = icmp ne i32 [[OLD]],
; CHECK-NEXT:  br i1 [[NEW]], label %[[CHANGE:.*]], label
; CHECK:       [[CHANGE]]:
; CHECK-NEXT:  atomicrmw max ptr addrspace(1) %most, i32 %x monotonic
define void @maximum(ptr addrspace(1) %most, i32 %x) #0 {
  %old = atomicrmw max ptr addrspace(1) %most, i32 %x monotonic, align 4
  ret void
}

; Others are in as many places as there are work-items, of all lanes, volatile, atomic or local, not
; aligned, or are in a function that may be called for any place. Atomic ones add, order, or have a result.
; CHECK-LABEL: @others
; CHECK-NOT:   icmp
; CHECK-LABEL: @function
; CHECK-NOT:   icmp
; CHECK-LABEL: @results
; CHECK-NOT:   icmp
define void @others(ptr addrspace(1) %out, i64 %id, ptr addrspace(3) %local) #0 {
  %own = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 1, ptr addrspace(1) %own, align 4
  store <16 x i32> splat (i32 1), ptr addrspace(1) %out, align 4
  store volatile i32 1, ptr addrspace(1) %out, align 4
  store i32 1, ptr addrspace(1) %out, align 2
  store atomic i32 1, ptr addrspace(1) %out monotonic, align 4
  store i32 1, ptr addrspace(3) %local, align 4
  %sum = atomicrmw add ptr addrspace(1) %out, i32 1 monotonic, align 4
  %most = atomicrmw max ptr addrspace(1) %out, i32 1 acq_rel, align 4
  %old = atomicrmw max ptr addrspace(1) %out, i32 1 monotonic, align 4
  store i32 %old, ptr addrspace(1) %own, align 4
  ret void
}
define void @function(ptr addrspace(1) %place) {
  store i32 1, ptr addrspace(1) %place, align 4
  ret void
}

; What one work-item has found.
define void @results(ptr addrspace(1) %out, i32 %x) #0 {
  %p0 = getelementptr i32, ptr addrspace(1) %out, i64 0
  store i32 %x, ptr addrspace(1) %p0, align 4
  %p1 = getelementptr i32, ptr addrspace(1) %out, i64 1
  store i32 %x, ptr addrspace(1) %p1, align 4
  %p2 = getelementptr i32, ptr addrspace(1) %out, i64 2
  store i32 %x, ptr addrspace(1) %p2, align 4
  %p3 = getelementptr i32, ptr addrspace(1) %out, i64 3
  store i32 %x, ptr addrspace(1) %p3, align 4
  %p4 = getelementptr i32, ptr addrspace(1) %out, i64 4
  store i32 %x, ptr addrspace(1) %p4, align 4
  ret void
}

attributes #0 = { "heddle-variant"="full" }
