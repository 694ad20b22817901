; An index that may be none of the components is looked at, and no other.
; RUN: heddle-opt --passes=check-components %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK:         %[[MATRIX:.*]] = icmp uge i64 %i, 8
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 %[[MATRIX]], i64 %i, i32 0)
; CHECK-NEXT:    getelementptr float, ptr %m, i64 %i
; CHECK-NOT:     heddle.finding
; CHECK:         extractelement <4 x float> %v, i64 3
; CHECK:         %[[VECTOR:.*]] = icmp uge i64 %i, 4
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 %[[VECTOR]], i64 %i, i32 1)
; CHECK-NEXT:    extractelement <4 x float> %v, i64 %i
define void @k(<4 x float> %v, i64 %i) #0 {
  %m = alloca [2 x <8 x float>]
  %p = getelementptr float, ptr %m, i64 %i, !heddle-matrix-length !0
  %q = getelementptr float, ptr %m, i64 7, !heddle-matrix-length !0
  %x = extractelement <4 x float> %v, i64 3
  %y = extractelement <4 x float> %v, i64 %i
  ret void
}

attributes #0 = { "heddle-kernel" }
!0 = !{i32 8}
