; 8 among the flags of an access: in a loop that does nothing but look. A loop that also works is another one.
; RUN: heddle-opt --passes=trace-accesses %s | FileCheck %s

; CHECK: !heddle.places = !{![[WAITS:[0-9]+]], ![[WORKS:[0-9]+]], !{{[0-9]+}}}
; CHECK-DAG: ![[WAITS]] = !{{{.*}}, i64 141, !"", i64 0, i64 0, i64 3, i64 0}
; CHECK-DAG: ![[WORKS]] = !{{{.*}}, i64 133, !"", i64 0, i64 0, i64 3, i64 0}
define void @waits(ptr addrspace(1) %a) #0 {
entry:
  br label %loop
loop:
  %x = load volatile i32, ptr addrspace(1) %a, align 4
  %goesOn = icmp eq i32 %x, 0
  br i1 %goesOn, label %loop, label %end
end:
  ret void
}

define void @works(ptr addrspace(1) %a) #0 {
entry:
  br label %loop
loop:
  %x = load volatile i32, ptr addrspace(1) %a, align 4
  store i32 %x, ptr addrspace(1) %a, align 4
  %goesOn = icmp eq i32 %x, 0
  br i1 %goesOn, label %loop, label %end
end:
  ret void
}

attributes #0 = { "heddle-kernel" }
