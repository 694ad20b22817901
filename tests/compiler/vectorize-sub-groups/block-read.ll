; Component i of lane l is p[l + i * 8]; lanes that do not exist neither read nor write.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         load <8 x i32>, ptr addrspace(1) %in, align 4
; CHECK:         %[[P:.*]] = getelementptr i8, ptr addrspace(1) %in, i64 32
; CHECK:         load <8 x i32>, ptr addrspace(1) %[[P]], align 4
; CHECK:         store <8 x i16>
; CHECK-LABEL: define internal void @k.masked(
; CHECK:         %[[EXISTS:.*]] = icmp ult
; CHECK-COUNT-2: call <8 x i32> @llvm.masked.load{{.*}}<8 x i1> %[[EXISTS]]
; CHECK:         call void @llvm.masked.store{{.*}}<8 x i1> %[[EXISTS]]
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %v = call <2 x i32> @heddle.block_read.v2i32p1(ptr addrspace(1) %in)
  %a = extractelement <2 x i32> %v, i64 0
  %b = extractelement <2 x i32> %v, i64 1
  %s = add i32 %a, %b
  %t = trunc i32 %s to i16
  call void @heddle.block_write.voidp1i16(ptr addrspace(1) %out, i16 %t)
  ret void
}
declare <2 x i32> @heddle.block_read.v2i32p1(ptr addrspace(1)) #1
declare void @heddle.block_write.voidp1i16(ptr addrspace(1), i16) #1
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { convergent nounwind }
