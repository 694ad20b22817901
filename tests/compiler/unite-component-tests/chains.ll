; Conditions on the components of a vector become one condition on the vector.
; RUN: heddle-opt --passes=unite-component-tests %s | FileCheck %s

; CHECK-LABEL: @any_bit
; CHECK-NEXT: %[[BITS:.*]] = freeze <4 x i1> %bits
; CHECK-NEXT: %any = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[BITS]])
; CHECK-NEXT: ret i1 %any
define i1 @any_bit(<4 x i1> %bits) {
  %a = extractelement <4 x i1> %bits, i64 0
  %b = extractelement <4 x i1> %bits, i64 1
  %c = extractelement <4 x i1> %bits, i64 2
  %d = extractelement <4 x i1> %bits, i64 3
  %ab = select i1 %a, i1 true, i1 %b
  %abc = or i1 %ab, %c
  %any = select i1 %abc, i1 true, i1 %d
  ret i1 %any
}

; Comparisons of all components with a scalar, on either side, and what else is asked behind them.
; CHECK-LABEL: @any_equal
; CHECK:      %[[INSERT:.*]] = insertelement <4 x i32> poison, i32 %key, i64 0
; CHECK-NEXT: %[[SPLAT:.*]] = shufflevector <4 x i32> %[[INSERT]], <4 x i32> poison, <4 x i32> zeroinitializer
; CHECK-NEXT: %[[EQUAL:.*]] = icmp eq <4 x i32> %v, %[[SPLAT]]
; CHECK-NEXT: %[[BITS:.*]] = freeze <4 x i1> %[[EQUAL]]
; CHECK-NEXT: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %[[BITS]])
; CHECK-NEXT: %any = select i1 %[[ANY]], i1 true, i1 %else
; CHECK-NEXT: ret i1 %any
define i1 @any_equal(<4 x i32> %v, i32 %key, i1 %else) {
  %v0 = extractelement <4 x i32> %v, i64 0
  %v1 = extractelement <4 x i32> %v, i64 1
  %v2 = extractelement <4 x i32> %v, i64 2
  %v3 = extractelement <4 x i32> %v, i64 3
  %a = icmp eq i32 %v0, %key
  %b = icmp eq i32 %key, %v1
  %c = icmp eq i32 %v2, %key
  %d = icmp eq i32 %v3, %key
  %ab = select i1 %a, i1 true, i1 %b
  %abe = select i1 %ab, i1 true, i1 %else
  %abce = select i1 %abe, i1 true, i1 %c
  %any = select i1 %abce, i1 true, i1 %d
  ret i1 %any
}

; Components of two vectors; a component that is not asked for counts as fulfilling the condition.
; CHECK-LABEL: @all_less
; CHECK-NEXT: %[[LESS:.*]] = fcmp olt <4 x float> %v, %w
; CHECK-NEXT: %[[BITS:.*]] = freeze <4 x i1> %[[LESS]]
; CHECK-NEXT: %[[ASKED:.*]] = or <4 x i1> %[[BITS]], <i1 false, i1 false, i1 true, i1 false>
; CHECK-NEXT: %all = call i1 @llvm.vector.reduce.and.v4i1(<4 x i1> %[[ASKED]])
; CHECK-NEXT: ret i1 %all
define i1 @all_less(<4 x float> %v, <4 x float> %w) {
  %v0 = extractelement <4 x float> %v, i64 0
  %v1 = extractelement <4 x float> %v, i64 1
  %v3 = extractelement <4 x float> %v, i64 3
  %w0 = extractelement <4 x float> %w, i64 0
  %w1 = extractelement <4 x float> %w, i64 1
  %w3 = extractelement <4 x float> %w, i64 3
  %a = fcmp olt float %v0, %w0
  %b = fcmp olt float %v1, %w1
  %d = fcmp olt float %v3, %w3
  %ab = select i1 %a, i1 %b, i1 false
  %all = select i1 %ab, i1 %d, i1 false
  ret i1 %all
}

; Two are left alone, and so are components that are compared in different ways, or with others.
; CHECK-LABEL: @different
; CHECK-NOT: reduce
; CHECK: ret
define i1 @different(<4 x i32> %v, <4 x i32> %w, i32 %key) {
  %v0 = extractelement <4 x i32> %v, i64 0
  %v1 = extractelement <4 x i32> %v, i64 1
  %v2 = extractelement <4 x i32> %v, i64 2
  %w1 = extractelement <4 x i32> %w, i64 1
  %a = icmp eq i32 %v0, %key
  %b = icmp eq i32 %v1, %key
  %c = icmp ne i32 %v2, %key
  %d = icmp eq i32 %v0, %w1
  %ab = select i1 %a, i1 true, i1 %b
  %abc = select i1 %ab, i1 true, i1 %c
  %any = select i1 %abc, i1 true, i1 %d
  ret i1 %any
}
