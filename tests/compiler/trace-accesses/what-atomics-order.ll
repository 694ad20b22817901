; The last two numbers of a place: the scope of an atomic operation, and how far apart work-items may be whose accesses the
; kernel's atomics order. 0 work-item, 1 sub-group, 2 work-group, 3 device.
; RUN: heddle-opt --passes=trace-accesses %s | FileCheck %s

; CHECK: !heddle.places = !{![[RELAXED:[0-9]+]], ![[PLAIN:[0-9]+]], ![[RELEASED:[0-9]+]], ![[ACQUIRED:[0-9]+]], ![[BETWEEN:[0-9]+]], ![[FENCED:[0-9]+]], ![[COUNTED:[0-9]+]]}
; CHECK-DAG: ![[RELAXED]] = !{{{.*}}, i64 1, i64 0}
; CHECK-DAG: ![[PLAIN]] = !{{{.*}}, i64 3, i64 0}
; CHECK-DAG: ![[RELEASED]] = !{{{.*}}, i64 2, i64 2}
; CHECK-DAG: ![[ACQUIRED]] = !{{{.*}}, i64 3, i64 2}
; CHECK-DAG: ![[BETWEEN]] = !{{{.*}}, i64 3, i64 2}
; CHECK-DAG: ![[FENCED]] = !{{{.*}}, i64 3, i64 3}
; CHECK-DAG: ![[COUNTED]] = !{{{.*}}, i64 3, i64 3}

define void @relaxed(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %x = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic, align 4, !heddle.memory_scope !1
  store i32 %x, ptr addrspace(1) %b, align 4
  ret void
}

; The narrower one of the two sides decides.
define void @released(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  store atomic i32 1, ptr addrspace(1) %a release, align 4, !heddle.memory_scope !2
  %x = load atomic i32, ptr addrspace(1) %a acquire, align 4
  store i32 %x, ptr addrspace(1) %b, align 4
  ret void
}

; Of global memory only.
define void @fenced(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  store i32 1, ptr addrspace(1) %b, align 4
  fence acq_rel, !heddle.ordered_memory !2
  %x = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic, align 4
  ret void
}

attributes #0 = { "heddle-kernel" }
!1 = !{i32 1}
!2 = !{i32 2}
