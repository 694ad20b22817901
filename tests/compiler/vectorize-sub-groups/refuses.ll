; What has no vector form runs lane by lane, with a note that says why.
; RUN: heddle-opt --passes=vectorize-sub-groups %s 2>&1 | FileCheck %s

; CHECK: note: kernel 'indirect': runs lane by lane: an indirect call or inline assembly cannot be vectorized
; CHECK: note: kernel 'runtime_size': runs lane by lane: a private variable of run-time size cannot be vectorized
; CHECK: declare void @indirect(ptr) #[[ONE:.*]]
; CHECK: define internal void @indirect.lane(
; CHECK-NOT: @indirect.full
; CHECK: attributes #[[ONE]] = { "heddle-kernel" "heddle-sub-group-size"="1" }
define void @indirect(ptr %f) #0 {
  call void %f()
  ret void
}
define void @runtime_size(i32 %n) #0 {
  %a = alloca i32, i32 %n
  store volatile i32 1, ptr %a
  ret void
}
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
