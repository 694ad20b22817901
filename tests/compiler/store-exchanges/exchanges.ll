; A store in the place of an exchange whose old value nobody wants, unless it orders what is behind it.
; RUN: heddle-opt --passes=store-exchanges %s | FileCheck %s

; CHECK-LABEL: define void @unseen(
; CHECK-NEXT:    store atomic i32 %x, ptr addrspace(1) %p monotonic, align 4
; CHECK-NEXT:    store atomic volatile i64 %y, ptr addrspace(1) %p release, align 8
; CHECK-NEXT:    store atomic float %z, ptr addrspace(3) %q syncscope("singlethread") monotonic, align 4
; CHECK-NEXT:    ret void
define void @unseen(ptr addrspace(1) %p, ptr addrspace(3) %q, i32 %x, i64 %y, float %z) {
  %1 = atomicrmw xchg ptr addrspace(1) %p, i32 %x monotonic
  %2 = atomicrmw volatile xchg ptr addrspace(1) %p, i64 %y release
  %3 = atomicrmw xchg ptr addrspace(3) %q, float %z syncscope("singlethread") monotonic
  ret void
}

; CHECK-LABEL: define i32 @others(
; CHECK-COUNT-3: atomicrmw xchg
; CHECK:         atomicrmw add
; CHECK:         ret i32
define i32 @others(ptr addrspace(1) %p, i32 %x) {
  %1 = atomicrmw xchg ptr addrspace(1) %p, i32 %x acq_rel
  %2 = atomicrmw xchg ptr addrspace(1) %p, i32 %x seq_cst
  %3 = atomicrmw xchg ptr addrspace(1) %p, i32 %x monotonic
  %4 = atomicrmw add ptr addrspace(1) %p, i32 %x monotonic
  ret i32 %3
}
