; A pointer that has been an integer of its size is the pointer; one of another space, or that was cut
; short, is not.
; RUN: heddle-opt --passes=fold-integer-pointers %s | FileCheck %s

; CHECK-LABEL: @same(
; CHECK:         store i32 1, ptr addrspace(4) %p
define void @same(ptr addrspace(4) %p) {
  %i = ptrtoint ptr addrspace(4) %p to i64
  %q = inttoptr i64 %i to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %q
  ret void
}

; CHECK-LABEL: @others(
; CHECK:         store i32 1, ptr addrspace(4) %q
; CHECK:         store i32 1, ptr addrspace(4) %s
define void @others(ptr addrspace(1) %p, ptr addrspace(4) %r) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %q = inttoptr i64 %i to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %q
  %j = ptrtoint ptr addrspace(4) %r to i32
  %s = inttoptr i32 %j to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %s
  ret void
}
