; Pairs of sub-groups join rows: put them into the frame of the even one, wait, take both halves.
; RUN: heddle-opt --passes=work-group-entry-point %s | FileCheck %s

declare i32 @heddle.sub_group_id()
declare i32 @heddle.num_sub_groups()
declare <16 x i32> @heddle.simd_pair_join.v16i32v8i32(<8 x i32>)
declare <32 x i32> @heddle.simd_pair_join.v32i32v8i32v8i32(<8 x i32>, <8 x i32>)

; All sub-groups come to it: they run in step, as at a barrier.
; CHECK-LABEL: define dso_local void @step.entry(
; CHECK-NOT:   is_meeting
; CHECK:       region0:
; CHECK:       region1:
; CHECK:         store i32 0, ptr
; CHECK:         store <8 x i32> splat (i32 3), ptr {{.*}}, align 32
; CHECK:         %came{{.*}} = icmp sge i32
; CHECK:         store <8 x i32> zeroinitializer
; CHECK:         load <16 x i32>, ptr {{.*}}, align 64
; CHECK:       ret void
define void @step(ptr addrspace(1) %p) #0 {
  ret void
}
define void @step.full(ptr addrspace(1) %p) #1 {
  %whole = call <16 x i32> @heddle.simd_pair_join.v16i32v8i32(<8 x i32> splat (i32 3)) #3
  store <16 x i32> %whole, ptr addrspace(1) %p
  ret void
}
define void @step.masked(ptr addrspace(1) %p) #2 {
  %whole = call <16 x i32> @heddle.simd_pair_join.v16i32v8i32(<8 x i32> splat (i32 3)) #3
  store <16 x i32> %whole, ptr addrspace(1) %p
  ret void
}

; The halves of each part lie beside one another.
; CHECK-LABEL: define dso_local void @parts.entry(
; CHECK:         store <8 x i32> splat (i32 3), ptr [[OWN:%.*]], align 32
; CHECK:         [[NEXT:%.*]] = getelementptr inbounds i8, ptr [[OWN]], i64 64
; CHECK:         store <8 x i32> splat (i32 4), ptr [[NEXT]], align 32
; CHECK-COUNT-2: store <8 x i32> zeroinitializer
; CHECK:         load <32 x i32>, ptr {{.*}}, align 64
; CHECK:         ret void
define void @parts(ptr addrspace(1) %p) #0 {
  ret void
}
define void @parts.full(ptr addrspace(1) %p) #1 {
  %whole = call <32 x i32> @heddle.simd_pair_join.v32i32v8i32v8i32(<8 x i32> splat (i32 3), <8 x i32> splat (i32 4)) #3
  store <32 x i32> %whole, ptr addrspace(1) %p
  ret void
}
define void @parts.masked(ptr addrspace(1) %p) #2 {
  %whole = call <32 x i32> @heddle.simd_pair_join.v32i32v8i32v8i32(<8 x i32> splat (i32 3), <8 x i32> splat (i32 4)) #3
  store <32 x i32> %whole, ptr addrspace(1) %p
  ret void
}

; Only some come: each goes on when its partner has come, has ended, or is not there.
; CHECK-LABEL: define dso_local void @turns.entry(
; CHECK:       round:
; CHECK:         %is_meeting{{.*}} = load i1
; CHECK:       look1:
; CHECK:       ret void
; CHECK:       attributes {{.*}} "heddle-frame-alignment"="64" "heddle-frame-size"="192"
define void @turns(ptr addrspace(1) %p) #0 {
  ret void
}
define void @turns.full(ptr addrspace(1) %p) #1 {
  %id = call i32 @heddle.sub_group_id()
  %few = icmp ult i32 %id, 2
  br i1 %few, label %meet, label %end
meet:
  %whole = call <16 x i32> @heddle.simd_pair_join.v16i32v8i32(<8 x i32> splat (i32 3)) #3
  store <16 x i32> %whole, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
define void @turns.masked(ptr addrspace(1) %p) #2 {
  %id = call i32 @heddle.sub_group_id()
  %few = icmp ult i32 %id, 2
  br i1 %few, label %meet, label %end
meet:
  %whole = call <16 x i32> @heddle.simd_pair_join.v16i32v8i32(<8 x i32> splat (i32 3)) #3
  store <16 x i32> %whole, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { "heddle-variant"="full" "heddle-sub-group-size"="8" }
attributes #2 = { "heddle-variant"="masked" "heddle-sub-group-size"="8" }
attributes #3 = { "heddle-barrier"="1" }
