; A value that nobody has set is followed through registers to where something depends on it. A field that is stored as it is belongs
; to a copy of its structure. Nothing of them is left, in other functions neither.
; RUN: heddle-opt --passes=check-initialized %s | FileCheck %s
; CHECK-NOT: call{{.*}}heddle_unset

; CHECK-LABEL: define void @sum(
; CHECK:         %[[KNOWN:.*]] = phi i1 [ false, %entry ], [ true, %set ]
; CHECK:         %[[WRONG:.*]] = xor i1 %[[KNOWN]], true
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 %[[WRONG]], i64 0, i32 0)
; CHECK-NEXT:    store i32 %plus, ptr addrspace(1) %a
define void @sum(ptr addrspace(1) %a, i1 %c) #0 {
entry:
  %sum.unset = call i32 @heddle_unset.i32(i1 false)
  br i1 %c, label %set, label %end
set:
  br label %end
end:
  %x = phi i32 [ %sum.unset, %entry ], [ 7, %set ]
  %plus = add i32 %x, 1
  store i32 %plus, ptr addrspace(1) %a, align 4
  ret void
}

; CHECK-LABEL: define void @copied(
; CHECK-NOT:     heddle.finding
; CHECK:         store i32 undef, ptr addrspace(1) %a
define void @copied(ptr addrspace(1) %a) #0 {
  %r.unset = call i32 @heddle_unset.i32(i1 true)
  store i32 %r.unset, ptr addrspace(1) %a, align 4
  ret void
}

; CHECK-LABEL: define void @computed(
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 true, i64 0, i32 1)
; CHECK-NEXT:    store i32 %plus
define void @computed(ptr addrspace(1) %a) #0 {
  %r.unset = call i32 @heddle_unset.i32(i1 true)
  %plus = add i32 %r.unset, 1
  store i32 %plus, ptr addrspace(1) %a, align 4
  ret void
}

; Bits of what was never set.
; CHECK-LABEL: define void @masked(
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 true, i64 0, i32 2)
; CHECK-NEXT:    store i32 %bits
define void @masked(ptr addrspace(1) %a) #0 {
  %r.unset = call i32 @heddle_unset.i32(i1 false)
  %high = lshr i32 %r.unset, 3
  %bits = and i32 %high, 7
  store i32 %bits, ptr addrspace(1) %a, align 4
  ret void
}

; What is put together may have all bits from elsewhere.
; CHECK-LABEL: define void @combined(
; CHECK-NOT:     heddle.finding
; CHECK:         ret void
define void @combined(ptr addrspace(1) %a, i32 %x) #0 {
  %r.unset = call i32 @heddle_unset.i32(i1 false)
  %kept = and i32 %r.unset, -8
  %joined = or i32 %kept, %x
  %low = and i32 %joined, 7
  store i32 %low, ptr addrspace(1) %a, align 4
  ret void
}

; CHECK-LABEL: define i32 @no_kernel(
; CHECK-NEXT:    ret i32 undef
define i32 @no_kernel() {
  %r.unset = call i32 @heddle_unset.i32(i1 false)
  ret i32 %r.unset
}

declare i32 @heddle_unset.i32(i1)
; CHECK: !{{.*}}!"sum"
attributes #0 = { "heddle-kernel" }
