; A variable that holds a pointer is accessed without the cast that a function was given; not where its address goes elsewhere, or what is
; accessed is no pointer.
; RUN: heddle-opt --passes=uncast-pointer-variables %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-NOT:     %generic =
; CHECK:         store ptr addrspace(1) %a, ptr %at
; CHECK:         %now = load ptr addrspace(1), ptr %at
; CHECK:         %next = getelementptr
; CHECK-NEXT:    store ptr addrspace(1) %next, ptr %at
; CHECK:         %known = addrspacecast ptr %kept to ptr addrspace(4)
; CHECK-NEXT:    store ptr addrspace(4) %known, ptr %kept
; CHECK-NEXT:    %number = load i64, ptr addrspace(4) %known
; CHECK:         load i32, ptr addrspace(4) %word
define void @k(ptr addrspace(1) %a) #0 {
  %at = alloca ptr addrspace(1), align 8
  %kept = alloca ptr addrspace(4), align 8
  %own = alloca i32, align 4
  %generic = addrspacecast ptr %at to ptr addrspace(4)
  store ptr addrspace(1) %a, ptr %at, align 8
  %now = load ptr addrspace(1), ptr addrspace(4) %generic, align 8
  %next = getelementptr i32, ptr addrspace(1) %now, i64 1
  store ptr addrspace(1) %next, ptr addrspace(4) %generic, align 8
  %known = addrspacecast ptr %kept to ptr addrspace(4)
  store ptr addrspace(4) %known, ptr addrspace(4) %known, align 8
  %number = load i64, ptr addrspace(4) %known, align 8
  %word = addrspacecast ptr %own to ptr addrspace(4)
  %x = load i32, ptr addrspace(4) %word, align 4
  ret void
}

attributes #0 = { "heddle-kernel" }
