; What an index is computed from, and may not overflow; not what is computed besides.
; RUN: heddle-opt --passes=check-overflow %s | FileCheck %s

; CHECK-LABEL: define void @index(
; CHECK:         %sum = add i32 %i, %n
; CHECK:         %[[WIDE:.*]] = add i64 %{{.*}}, %{{.*}}
; CHECK:         %[[WRONG:.*]] = icmp ne i64 %[[WIDE]], %{{.*}}
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 %[[WRONG]], i64 %[[WIDE]], i32 0)
; CHECK:         %value = add nsw i32 %i, 1
; CHECK-NEXT:    store i32 %value
define void @index(ptr addrspace(1) %a, i32 %i, i32 %n) #0 {
  %sum = add nsw i32 %i, %n
  %wide = sext i32 %sum to i64
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %wide
  %value = add nsw i32 %i, 1
  store i32 %value, ptr addrspace(1) %p, align 4
  ret void
}

attributes #0 = { "heddle-kernel" }
