; The way back to the function is named, without what only leads there.
; RUN: not heddle-opt --passes=inline-functions %s 2>&1 | FileCheck %s

; CHECK: recursion is not allowed in OpenCL C: '[[A:f|g|h]]' calls '{{f|g|h}}' calls '{{f|g|h}}' calls '[[A]]'

define void @f(i32 %n) {
  call void @g(i32 %n)
  ret void
}

define void @g(i32 %n) {
  call void @h(i32 %n)
  ret void
}

define void @h(i32 %n) {
  call void @f(i32 %n)
  ret void
}

define void @k() #0 {
  call void @f(i32 3)
  ret void
}

attributes #0 = { "heddle-kernel" }
