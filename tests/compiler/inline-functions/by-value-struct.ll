; Each work-item gets its own copy of a by-value struct, since it may write to it.
; RUN: heddle-opt --passes=inline-functions %s | FileCheck %s

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%pair = type { i32, i64 }

; CHECK-LABEL: define void @k(
; CHECK:         %s.copy = alloca %pair, align 8
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr align 8 %s.copy, ptr align 8 %s, i64 16, i1 false)
; CHECK:         store i32 7, ptr %s.copy

define void @k(ptr byval(%pair) align 8 %s) #0 {
  store i32 7, ptr %s
  ret void
}

attributes #0 = { "heddle-kernel" }
