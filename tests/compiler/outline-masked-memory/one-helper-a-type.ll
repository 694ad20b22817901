; Accesses of one type and alignment share a helper; a constant mask needs none.
; RUN: heddle-opt --passes=outline-masked-memory %s | FileCheck %s

; CHECK-LABEL: define void @f(
; CHECK:         %a = call <8 x i16> @heddle.masked.load.v8i16.p1.align2(ptr addrspace(1) %p, <8 x i1> %m, <8 x i16> poison)
; CHECK:         %b = call <8 x i16> @heddle.masked.load.v8i16.p1.align2(ptr addrspace(1) %q, <8 x i1> %m, <8 x i16> poison)
; CHECK:         call void @heddle.masked.scatter.v8i16.v8p1.align2(<8 x i16> %a,
; CHECK:         call <8 x i16> @llvm.masked.gather.v8i16.v8p1({{.*}} splat (i1 true)
; Pointers, too, where there are gathers under masks for numbers of their size.
; CHECK:         call <8 x ptr> @heddle.masked.gather.v8p0.v8p1.align8(
; CHECK-LABEL: define internal <8 x i16> @heddle.masked.load.v8i16.p1.align2(
; CHECK-SAME:    [[ATTRIBUTES:#[0-9]+]]
; All lanes, or some within a page of 4096 bytes, are read at once.
; CHECK:         icmp eq i8 %{{.*}}, -1
; CHECK:         icmp ule i64 %{{.*}}, 4080
; CHECK:       whole:
; CHECK:         load <8 x i16>, ptr addrspace(1) %0, align 2
; CHECK:         select <8 x i1> %1, <8 x i16> %{{.*}}, <8 x i16> %2
; CHECK:       lanes:
; CHECK:         call <8 x i16> @llvm.masked.load.v8i16.p1(ptr addrspace(1) align 2 %0, <8 x i1> %1, <8 x i16> %2)
; CHECK:       attributes [[ATTRIBUTES]] = { noinline

define void @f(ptr addrspace(1) %p, ptr addrspace(1) %q, <8 x ptr addrspace(1)> %v, <8 x i1> %m) {
  %a = call <8 x i16> @llvm.masked.load.v8i16.p1(ptr addrspace(1) align 2 %p, <8 x i1> %m, <8 x i16> poison)
  %b = call <8 x i16> @llvm.masked.load.v8i16.p1(ptr addrspace(1) align 2 %q, <8 x i1> %m, <8 x i16> poison)
  call void @llvm.masked.scatter.v8i16.v8p1(<8 x i16> %a, <8 x ptr addrspace(1)> align 2 %v, <8 x i1> %m)
  call void @llvm.masked.scatter.v8i16.v8p1(<8 x i16> %b, <8 x ptr addrspace(1)> align 2 %v, <8 x i1> %m)
  %c = call <8 x i16> @llvm.masked.gather.v8i16.v8p1(<8 x ptr addrspace(1)> align 2 %v, <8 x i1> splat (i1 true), <8 x i16> poison)
  store <8 x i16> %c, ptr addrspace(1) %p
  %d = call <8 x ptr> @llvm.masked.gather.v8p0.v8p1(<8 x ptr addrspace(1)> align 8 %v, <8 x i1> %m, <8 x ptr> poison)
  store <8 x ptr> %d, ptr addrspace(1) %q
  ret void
}
