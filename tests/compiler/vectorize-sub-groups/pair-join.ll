; What a pair of sub-groups joins are whole SIMD values: the components of the even one, then those
; of the odd one. Lanes that do not exist bring zeros; the partner's rows are taken as they are.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

declare i64 @heddle.local_id(i32)
declare <2 x i32> @heddle.pair_join.v2i32i32(i32) #1
declare <4 x i32> @heddle.pair_join.v4i32i32i32(i32, i32) #1
declare <2 x i32> @heddle.matrix_mad.v2i32v2i32v8i32v2i32i32i32(<2 x i32>, <8 x i32>, <2 x i32>, i32, i32) #1

; CHECK-LABEL: define internal void @k.full(
; CHECK:         [[A:%.*]] = load <8 x i32>
; CHECK:         [[WHOLE:%.*]] = call <16 x i32> @heddle.simd_pair_join.v16i32v8i32(<8 x i32> [[A]]) #[[NUMBER:[0-9]+]]
; CHECK:         call <16 x i32> @heddle.simd_matrix_mad
; CHECK-LABEL: define internal void @k.masked(
; CHECK:         [[ROWS:%.*]] = select <8 x i1> %exists, <8 x i32> {{%.*}}, <8 x i32> zeroinitializer
; CHECK:         call <16 x i32> @heddle.simd_pair_join.v16i32v8i32(<8 x i32> [[ROWS]]) #[[NUMBER]]
; CHECK-NOT:     select
; CHECK:         call <16 x i32> @heddle.simd_matrix_mad
; Rows of several products: those of one product lie together.
; CHECK-LABEL: define internal void @several.masked(
; CHECK:         [[A:%.*]] = select <8 x i1> %exists, <8 x i32> {{%.*}}, <8 x i32> zeroinitializer
; CHECK:         [[B:%.*]] = select <8 x i1> %exists, <8 x i32> {{%.*}}, <8 x i32> zeroinitializer
; CHECK:         [[ALL:%.*]] = call <32 x i32> @heddle.simd_pair_join.v32i32v8i32v8i32(<8 x i32> [[A]], <8 x i32> [[B]])
; CHECK-NOT:     select
; CHECK:         call <16 x i32> @heddle.simd_matrix_mad
; CHECK:       attributes #[[NUMBER]] = { "heddle-barrier"="1" }
define void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %a = load i32, ptr addrspace(1) %from
  %joined = call <2 x i32> @heddle.pair_join.v2i32i32(i32 %a)
  %d = call <2 x i32> @heddle.matrix_mad.v2i32v2i32v8i32v2i32i32i32(<2 x i32> %joined, <8 x i32> splat (i32 1), <2 x i32> zeroinitializer, i32 32, i32 51)
  %to = getelementptr <2 x i32>, ptr addrspace(1) %q, i64 %id
  store <2 x i32> %d, ptr addrspace(1) %to
  ret void
}

define void @several(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %a = load i32, ptr addrspace(1) %from
  %b = add i32 %a, 1
  %joined = call <4 x i32> @heddle.pair_join.v4i32i32i32(i32 %a, i32 %b)
  %rows = shufflevector <4 x i32> %joined, <4 x i32> poison, <2 x i32> <i32 2, i32 3>
  %d = call <2 x i32> @heddle.matrix_mad.v2i32v2i32v8i32v2i32i32i32(<2 x i32> %rows, <8 x i32> splat (i32 1), <2 x i32> zeroinitializer, i32 32, i32 51)
  %to = getelementptr <2 x i32>, ptr addrspace(1) %q, i64 %id
  store <2 x i32> %d, ptr addrspace(1) %to
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { convergent }
