; RUN: not heddle-opt --passes=inline-functions %s 2>&1 | FileCheck %s

; CHECK: function 'f': recursion is not allowed in OpenCL C: 'f' calls 'f'

define i32 @f(i32 %n) {
  %r = call i32 @f(i32 %n)
  ret i32 %r
}

define void @k(ptr addrspace(1) %p) #0 {
  %r = call i32 @f(i32 3)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "heddle-kernel" }
