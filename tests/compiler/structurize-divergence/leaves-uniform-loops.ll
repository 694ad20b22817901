; A uniform loop and a uniform branch stay as they are; the divergent branch inside gets one join.
; RUN: heddle-opt --passes=structurize-divergence %s | FileCheck %s

; CHECK:       loop:
; CHECK:         br i1 %odd, label %then, label %join
; CHECK:       join:
; CHECK:         br i1 %stay, label %loop, label %end
define void @k(ptr addrspace(1) %p, i32 %n) {
  %local = call i64 @heddle.local_id(i32 0)
  %odd = trunc i64 %local to i1
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %join ]
  br i1 %odd, label %then, label %join
then:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %local
  store i32 %k, ptr addrspace(1) %q
  br label %join
join:
  %next = add i32 %k, 1
  %stay = icmp slt i32 %next, %n
  br i1 %stay, label %loop, label %end
end:
  ret void
}
declare i64 @heddle.local_id(i32)
