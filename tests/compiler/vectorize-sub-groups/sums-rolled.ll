; Loops of a single lane that wait for their own sums are not to be unrolled at run time: not those whose sums may
; be taken apart, that have none, or of which the source says how often.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @sum.lane(
; CHECK:         br i1 %{{.*}}, label %loop, label %end, !llvm.loop ![[ROLLED:[0-9]+]]
; CHECK-LABEL: define internal void @relaxed.lane(
; CHECK:         br i1 %{{.*}}, label %loop, label %end{{$}}
; CHECK-LABEL: define internal void @count.lane(
; CHECK:         br i1 %{{.*}}, label %loop, label %end{{$}}
; CHECK-LABEL: define internal void @by_four.lane(
; CHECK:         br i1 %{{.*}}, label %loop, label %end, !llvm.loop ![[FOUR:[0-9]+]]
; CHECK:       ![[ROLLED]] = distinct !{![[ROLLED]], ![[DISABLE:[0-9]+]]}
; CHECK:       ![[DISABLE]] = !{!"llvm.loop.unroll.runtime.disable", i32 1}
; CHECK:       ![[FOUR]] = distinct !{![[FOUR]], ![[COUNT:[0-9]+]]}
; CHECK:       ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @sum(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %i
  %a = load float, ptr addrspace(1) %p
  %t = call float @llvm.fmuladd.f32(float %a, float %a, float %s)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %t, ptr addrspace(1) %out
  ret void
}

define void @relaxed(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %i
  %a = load float, ptr addrspace(1) %p
  %t = fadd reassoc float %a, %s
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %t, ptr addrspace(1) %out
  ret void
}

define void @count(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %a = load i32, ptr addrspace(1) %p
  %t = add i32 %a, %s
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %t, ptr addrspace(1) %out
  ret void
}

define void @by_four(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr float, ptr addrspace(1) %in, i64 %i
  %a = load float, ptr addrspace(1) %p
  %t = fadd float %a, %s
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  store float %t, ptr addrspace(1) %out
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="1" }
