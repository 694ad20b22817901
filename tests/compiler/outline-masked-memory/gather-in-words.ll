; Elements of less than a word are gathered in the words that they lie in, where there is an
; instruction for that and they do not cross words. Others have a helper.
; RUN: heddle-opt --passes=outline-masked-memory %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @words(
; CHECK:         [[ADDRESSES:%.*]] = ptrtoint <16 x ptr addrspace(1)> %p to <16 x i64>
; CHECK:         [[BEGIN:%.*]] = and <16 x i64> [[ADDRESSES]], splat (i64 -4)
; CHECK:         [[PLACES:%.*]] = inttoptr <16 x i64> [[BEGIN]] to <16 x ptr addrspace(1)>
; CHECK:         [[WORDS:%.*]] = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 [[PLACES]], <16 x i1> %m, <16 x i32> zeroinitializer)
; CHECK:         [[SHIFT:%.*]] = shl <16 x i32> {{.*}}, splat (i32 3)
; CHECK:         lshr <16 x i32> [[WORDS]], [[SHIFT]]
; CHECK:         select <16 x i1> %m, <16 x half> {{.*}}, <16 x half> %other
; CHECK:         call <16 x i16> @heddle.masked.gather.v16i16.v16p1.align1(
; CHECK:         ret
define <16 x half> @words(<16 x ptr addrspace(1)> %p, <16 x i1> %m, <16 x half> %other, ptr %q) #0 {
  %a = call <16 x half> @llvm.masked.gather.v16f16.v16p1(<16 x ptr addrspace(1)> align 2 %p, <16 x i1> %m, <16 x half> %other)
  %b = call <16 x i16> @llvm.masked.gather.v16i16.v16p1(<16 x ptr addrspace(1)> align 1 %p, <16 x i1> %m, <16 x i16> poison)
  store <16 x i16> %b, ptr %q
  ret <16 x half> %a
}

attributes #0 = { "target-cpu"="x86-64-v4" }
