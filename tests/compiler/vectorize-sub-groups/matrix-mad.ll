; The components of an operand, one after another, are the matrix. A lane that does not exist holds
; elements of every column of A: they count as zero. In divergent control flow there is a warning.
; RUN: heddle-opt --passes=vectorize-sub-groups %s 2>&1 | FileCheck %s

; CHECK:       warning: kernel 'divergent': 'matrix_mad' in divergent control flow
; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[A:.*]] = shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <16 x i32>
; CHECK:         call <16 x i32> @heddle.simd_matrix_mad.{{.*}}(<16 x i32> %[[A]], <64 x i32> %{{.*}}, <16 x i32> {{.*}}, i32 2, i32 8, i32 32, i32 48)
; CHECK-LABEL: define internal void @k.masked(
; CHECK-COUNT-2: select <8 x i1> %exists, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK:         call <16 x i32> @heddle.simd_matrix_mad
define void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) #0 {
  %va = call <2 x i32> @heddle.block_read.v2i32p1(ptr addrspace(1) %a)
  %vb = call <8 x i32> @heddle.block_read.v8i32p1(ptr addrspace(1) %b)
  %r = call <2 x i32> @heddle.matrix_mad.x(<2 x i32> %va, <8 x i32> %vb, <2 x i32> zeroinitializer, i32 32, i32 48)
  call void @heddle.block_write.voidp1v2i32(ptr addrspace(1) %c, <2 x i32> %r)
  ret void
}
define void @divergent(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) #0 {
  %lane = call i32 @heddle.sub_group_local_id()
  %odd = trunc i32 %lane to i1
  br i1 %odd, label %then, label %end
then:
  %va = call <2 x i32> @heddle.block_read.v2i32p1(ptr addrspace(1) %a)
  %vb = call <8 x i32> @heddle.block_read.v8i32p1(ptr addrspace(1) %b)
  %r = call <2 x i32> @heddle.matrix_mad.x(<2 x i32> %va, <8 x i32> %vb, <2 x i32> zeroinitializer, i32 32, i32 48)
  call void @heddle.block_write.voidp1v2i32(ptr addrspace(1) %c, <2 x i32> %r)
  br label %end
end:
  ret void
}
declare i32 @heddle.sub_group_local_id()
declare <2 x i32> @heddle.block_read.v2i32p1(ptr addrspace(1)) #1
declare <8 x i32> @heddle.block_read.v8i32p1(ptr addrspace(1)) #1
declare void @heddle.block_write.voidp1v2i32(ptr addrspace(1), <2 x i32>) #1
declare <2 x i32> @heddle.matrix_mad.x(<2 x i32>, <8 x i32>, <2 x i32>, i32, i32) #1
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { convergent nounwind }
