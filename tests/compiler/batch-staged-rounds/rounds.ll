; Loops whose rounds stage factors, wait and multiply: batches of rounds, staged first.
; RUN: heddle-opt --passes=batch-staged-rounds %s | FileCheck %s

; Eight rounds of 2 KB, behind the tile itself.
; CHECK: @tile = internal addrspace(3) global [18432 x i8] poison, align 64
@tile = internal addrspace(3) global [256 x i64] poison, align 8
; CHECK: @other = internal addrspace(3) global [256 x i64] poison, align 8
@other = internal addrspace(3) global [256 x i64] poison, align 8

; CHECK-LABEL: define void @staged(
; CHECK-SAME:      #[[STAGED:[0-9]+]]
; CHECK:       batch:
; CHECK:         %[[SUM:.*]] = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %batch.again ]
; CHECK:       round.staged:
; CHECK:         store i64
; CHECK:         work_group_barrier
; CHECK:         %[[PLACE:.*]] = getelementptr i8, ptr addrspace(3) @tile, i64
; CHECK:         %[[LINE:.*]] = load <16 x i32>
; CHECK-NEXT:    getelementptr i8, ptr addrspace(3) %[[PLACE]]
; CHECK-NEXT:    store <16 x i32> %[[LINE]]
; CHECK:         work_group_barrier
; CHECK:         icmp ne i64 %{{.*}}, 8
; CHECK:       batch.staged:
; CHECK:         work_group_barrier(i32 2, i32 264)
; CHECK:       round:
; CHECK-NOT:     work_group_barrier
; CHECK-NOT:     store
; CHECK:         phi <8 x float> [ %[[SUM]], %batch.staged ], [ %more, %round ]
; CHECK:         %[[OFFSET:.*]] = mul i64 %{{.*}}, 2048
; CHECK:         getelementptr i8, ptr addrspace(3) %{{.*}}, i64 %[[OFFSET]]
; CHECK:         matrix_mad
; CHECK:       batch.again:
; CHECK:         work_group_barrier(i32 2, i32 264)
define void @staged(ptr addrspace(1) %a, ptr addrspace(1) %d, i64 %rounds) #0 {
entry:
  %id = call i64 @heddle.local_id(i32 0)
  %to = getelementptr i64, ptr addrspace(3) @tile, i64 %id
  br label %round
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %round ]
  %from = getelementptr i64, ptr addrspace(1) %a, i64 %i
  %value = load i64, ptr addrspace(1) %from
  store i64 %value, ptr addrspace(3) %to
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %f = load <8 x i16>, ptr addrspace(3) %to
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> zeroinitializer, <8 x float> %sum, i32 16, i32 12288)
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %next = add i64 %i, 1
  %goes = icmp ult i64 %next, %rounds
  br i1 %goes, label %round, label %end
end:
  store <8 x float> %more, ptr addrspace(1) %d
  ret void
}

; What is staged depends on the sums.
; CHECK-LABEL: define void @of_sums(
; CHECK-NOT:   batch
; CHECK:       ret void
define void @of_sums(ptr addrspace(1) %d, i64 %rounds) #0 {
entry:
  %id = call i64 @heddle.local_id(i32 0)
  %to = getelementptr i64, ptr addrspace(3) @other, i64 %id
  br label %round
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %round ]
  %part = extractelement <8 x float> %sum, i32 0
  store float %part, ptr addrspace(3) %to
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %f = load <8 x i16>, ptr addrspace(3) %to
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> zeroinitializer, <8 x float> %sum, i32 16, i32 12288)
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %next = add i64 %i, 1
  %goes = icmp ult i64 %next, %rounds
  br i1 %goes, label %round, label %end
end:
  store <8 x float> %more, ptr addrspace(1) %d
  ret void
}

; Others see what a round writes to global memory.
; CHECK-LABEL: define void @writes_more(
; CHECK-NOT:   batch
; CHECK:       ret void
define void @writes_more(ptr addrspace(1) %a, ptr addrspace(1) %d, i64 %rounds) #0 {
entry:
  %id = call i64 @heddle.local_id(i32 0)
  %to = getelementptr i64, ptr addrspace(3) @other, i64 %id
  br label %round
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %round ]
  %value = load i64, ptr addrspace(1) %a
  store i64 %value, ptr addrspace(3) %to
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %f = load <8 x i16>, ptr addrspace(3) %to
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> zeroinitializer, <8 x float> %sum, i32 16, i32 12288)
  store <8 x float> %more, ptr addrspace(1) %d
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %next = add i64 %i, 1
  %goes = icmp ult i64 %next, %rounds
  br i1 %goes, label %round, label %end
end:
  ret void
}

; What an argument leads to is there nine times, as far apart as the launch says.
; CHECK-LABEL: define void @of_an_argument(ptr addrspace(3) "heddle-local-copies"="9" %to,
; CHECK:         %[[SIZE:.*]] = call i64 @heddle.local_distance(i32 0)
; CHECK:         call i64 @llvm.umin.i64(i64 8,
; CHECK:       batch:
; CHECK:       round:
; CHECK:         mul i64 %{{.*}}, %[[SIZE]]
; CHECK:         matrix_mad
; CHECK:       ret void
define void @of_an_argument(ptr addrspace(3) %to, ptr addrspace(1) %a, ptr addrspace(1) %d, i64 %rounds) #0 {
entry:
  br label %round
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %round ]
  %value = load i64, ptr addrspace(1) %a
  store i64 %value, ptr addrspace(3) %to
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %f = load <8 x i16>, ptr addrspace(3) %to
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> zeroinitializer, <8 x float> %sum, i32 16, i32 12288)
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %next = add i64 %i, 1
  %goes = icmp ult i64 %next, %rounds
  br i1 %goes, label %round, label %end
end:
  store <8 x float> %more, ptr addrspace(1) %d
  ret void
}

; CHECK: attributes #[[STAGED]] = {{.*}}"heddle-kept-bytes"="16384"
declare i64 @heddle.local_id(i32)
declare void @heddle.work_group_barrier(i32, i32)
declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32)
attributes #0 = { "heddle-kernel" }
