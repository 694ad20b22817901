; One thread runs a work-group: its local memory needs no locked operation, global memory does.
; RUN: heddle-opt --passes=lower-local-atomics %s | FileCheck %s

; CHECK-LABEL: define i32 @local(
; CHECK-NEXT:    [[OLD:%.*]] = load i32, ptr addrspace(3) %p
; CHECK-NEXT:    [[NEW:%.*]] = add i32 [[OLD]], %v
; CHECK-NEXT:    store i32 [[NEW]], ptr addrspace(3) %p
; CHECK-NEXT:    ret i32 [[OLD]]
define i32 @local(ptr addrspace(3) %p, i32 %v) {
  %old = atomicrmw add ptr addrspace(3) %p, i32 %v seq_cst
  ret i32 %old
}

; CHECK-LABEL: define i1 @exchange(
; CHECK-NOT:     cmpxchg
; CHECK:         store i32
define i1 @exchange(ptr addrspace(3) %p, i32 %expected, i32 %v) {
  %pair = cmpxchg ptr addrspace(3) %p, i32 %expected, i32 %v seq_cst seq_cst
  %done = extractvalue { i32, i1 } %pair, 1
  ret i1 %done
}

; CHECK-LABEL: define i32 @global(
; CHECK-NEXT:    atomicrmw add ptr addrspace(1) %p, i32 %v seq_cst
define i32 @global(ptr addrspace(1) %p, i32 %v) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 %v seq_cst
  ret i32 %old
}

; CHECK-LABEL: define i32 @load(
; CHECK-NEXT:    load atomic i32, ptr addrspace(3) %p seq_cst
define i32 @load(ptr addrspace(3) %p) {
  %value = load atomic i32, ptr addrspace(3) %p seq_cst, align 4
  ret i32 %value
}
