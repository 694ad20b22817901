; Lines of a cooperative matrix begin where elements may: the first, and the second, a stride behind it.
; RUN: heddle-opt --passes=check-blocks %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK:         %[[ADDRESS:.*]] = ptrtoint ptr addrspace(1) %c to i64
; CHECK:         %[[LOW:.*]] = and i64 %[[ADDRESS]], 3
; CHECK-NEXT:    %[[FIRST:.*]] = icmp ne i64 %[[LOW]], 0
; CHECK-NEXT:    %[[REST:.*]] = and i64 %stride, 3
; CHECK-NEXT:    %[[SECOND:.*]] = icmp ne i64 %[[REST]], 0
; CHECK-NEXT:    %[[WRONG:.*]] = or i1 %[[FIRST]], %[[SECOND]]
; CHECK:         %[[BEHIND:.*]] = add i64 %[[OFFSET:.*]], %stride
; CHECK-NEXT:    %[[VALUE:.*]] = select i1 %[[FIRST]], i64 %[[OFFSET]], i64 %[[BEHIND]]
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 %[[WRONG]], i64 %[[VALUE]], i32 0)
define void @k(ptr addrspace(1) %c, i64 %stride, <8 x float> %m) #0 {
  call void @heddle.cooperative_store.voidp1i64i64i64i64i64i32i32i32i32i32v8f32(ptr addrspace(1) %c, i64 4611686018427387904, i64 4611686018427387904, i64 %stride, i64 0, i64 0, i32 32, i32 8, i32 16, i32 2, i32 0, <8 x float> %m)
  ret void
}

declare void @heddle.cooperative_store.voidp1i64i64i64i64i64i32i32i32i32i32v8f32(ptr addrspace(1), i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, <8 x float>)

attributes #0 = { "heddle-kernel" }
