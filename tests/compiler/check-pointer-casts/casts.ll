; A check where the pointer may lead elsewhere, none where it comes from there or is asked first.
; RUN: heddle-opt --passes=check-pointer-casts %s | FileCheck %s

; CHECK-LABEL: @unknown(
; CHECK: [[S:%.*]] = call i32 @heddle.address_space_of.{{.*}}(ptr addrspace(4) %p)
; CHECK: [[E:%.*]] = icmp ne i32 [[S]], 3
; CHECK: [[N:%.*]] = icmp ne ptr addrspace(4) %p, null
; CHECK: [[W:%.*]] = and i1 [[E]], [[N]]
; CHECK: call void @heddle.finding{{.*}}(i1 [[W]],
; CHECK: addrspacecast ptr addrspace(4) %p to ptr addrspace(3)
define void @unknown(ptr addrspace(4) %p) #0 {
  %l = addrspacecast ptr addrspace(4) %p to ptr addrspace(3)
  store i32 1, ptr addrspace(3) %l
  ret void
}

; CHECK-LABEL: @known(
; CHECK-NOT: heddle
; CHECK: ret void
define void @known(ptr addrspace(1) %a) #0 {
  %p = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %g = addrspacecast ptr addrspace(4) %p to ptr addrspace(1)
  store i32 1, ptr addrspace(1) %g
  ret void
}

; CHECK-LABEL: @asked(
; CHECK-NOT: finding
; CHECK: ret void
define void @asked(ptr addrspace(4) %p) #0 {
  %g = addrspacecast ptr addrspace(4) %p to ptr addrspace(1)
  %s = call i32 @heddle.address_space_of.i32p4(ptr addrspace(4) %p)
  %is = icmp eq i32 %s, 1
  %t = select i1 %is, ptr addrspace(1) %g, ptr addrspace(1) null
  store i32 1, ptr addrspace(1) %t
  ret void
}

declare i32 @heddle.address_space_of.i32p4(ptr addrspace(4))
attributes #0 = { "heddle-kernel" }
