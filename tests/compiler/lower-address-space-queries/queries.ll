; A constant where the source of the pointer is in sight, else comparisons with the worker's memory.
; RUN: heddle-opt --passes=lower-address-space-queries %s | FileCheck %s

; CHECK-LABEL: define i32 @from_global(
; CHECK:         ret i32 1
define i32 @from_global(ptr addrspace(1) %p) {
  %g = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %q = getelementptr i32, ptr addrspace(4) %g, i64 3
  %s = call i32 @heddle.address_space_of.i32p4(ptr addrspace(4) %q)
  ret i32 %s
}

; CHECK-LABEL: define i32 @from_private(
; CHECK:         %a = alloca i32
; CHECK:         ret i32 0
define i32 @from_private() {
  %a = alloca i32
  %g = addrspacecast ptr %a to ptr addrspace(4)
  %s = call i32 @heddle.address_space_of.i32p4(ptr addrspace(4) %g)
  ret i32 %s
}

; CHECK-LABEL: define i32 @from_either_local(
; CHECK:         ret i32 3
define i32 @from_either_local(i1 %c, ptr addrspace(3) %p, ptr addrspace(3) %q) {
  %a = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(3) %q to ptr addrspace(4)
  %g = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  %s = call i32 @heddle.address_space_of.i32p4(ptr addrspace(4) %g)
  ret i32 %s
}

; CHECK-LABEL: define i32 @from_anywhere(
; CHECK:         %worker = call ptr @heddle.worker_context()
; CHECK:         %[[ADDRESS:.*]] = ptrtoint ptr addrspace(4) %g to i64
; CHECK:         call ptr @llvm.stacksave.p0()
; CHECK:         %[[SPACE:.*]] = select i1 %{{.*}}, i32 3, i32 %{{.*}}
; CHECK-NEXT:    ret i32 %[[SPACE]]
define i32 @from_anywhere(ptr addrspace(4) %g) {
  %s = call i32 @heddle.address_space_of.i32p4(ptr addrspace(4) %g)
  ret i32 %s
}

declare i32 @heddle.address_space_of.i32p4(ptr addrspace(4))
