; Each number and vector of a variable gets a value that nobody has set where its life begins; pointers and long arrays do not.
; RUN: heddle-opt --passes=mark-unset-variables %s | FileCheck %s

%pair = type { i8, <2 x float>, ptr }

; CHECK-LABEL: define void @parts(
; CHECK:         %long = alloca [33 x i32]
; CHECK-NEXT:    %[[CHAR:.*]] = call i8 @heddle_unset.i8(i1 true)
; CHECK-NEXT:    store i8 %[[CHAR]], ptr %structure, align 8
; CHECK-NEXT:    %[[VECTOR:.*]] = call <2 x float> @"heddle_unset.<2 x float>"(i1 true)
; CHECK-NEXT:    %[[FIELD:.*]] = getelementptr inbounds i8, ptr %structure, i64 8
; CHECK-NEXT:    store <2 x float> %[[VECTOR]], ptr %[[FIELD]], align 8
; CHECK-NEXT:    %[[X:.*]] = call i32 @heddle_unset.i32(i1 false)
; CHECK-NEXT:    store i32 %[[X]], ptr %x, align 4
; CHECK-NEXT:    br label %loop
; CHECK:       loop:
; CHECK-NEXT:    call void @llvm.lifetime.start.p0(ptr %inner)
; CHECK-NEXT:    %[[INNER:.*]] = call i16 @heddle_unset.i16(i1 false)
; CHECK-NEXT:    store i16 %[[INNER]], ptr %inner, align 2
; CHECK-NEXT:    br i1 %c, label %loop, label %end
define void @parts(i1 %c) #0 {
  %x = alloca i32, align 4
  %structure = alloca %pair, align 8
  %pointer = alloca ptr, align 8
  %inner = alloca i16, align 2
  %long = alloca [33 x i32], align 4
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(ptr %inner)
  br i1 %c, label %loop, label %end
end:
  ret void
}

attributes #0 = { "heddle-kernel" }
