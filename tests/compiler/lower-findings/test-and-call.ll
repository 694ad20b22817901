; The usual case is one branch that is not taken. Behind it are the ids of the work-group, the lanes and the first one's value.
; RUN: heddle-opt --passes=lower-findings %s | FileCheck %s

; CHECK-DAG: @[[KERNEL:place_text[.0-9]*]] = private unnamed_addr constant [2 x i8] c"k\00"
; CHECK-DAG: @[[PLACE:place[.0-9]*]] = private global { ptr, ptr, ptr, i64, i64, i32, i32, i32, i32, i32, i32, i32, i16, i16, i64 } { ptr @[[KERNEL]], ptr @{{.*}}, ptr @{{.*}}, i64 4, i64 0, i32 7, i32 3, i32 4, i32 0, i32 0, i32 1, i32 16, i16 2, i16 1, i64 0 }

; CHECK-LABEL: define internal void @k.full(
; CHECK:         br i1 %any, label %[[FOUND:.*]], label %[[REST:.*]], !prof
; CHECK:       [[FOUND]]:
; CHECK:         %[[WORKER:.*]] = call ptr @heddle.worker_context()
; CHECK:         call i32 @heddle.sub_group_id()
; CHECK:         call void @checks.found(ptr %[[WORKER]], ptr @[[PLACE]], i64 %lanes, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, i64 %{{.*}}, <16 x i64> %values) #[[CALL:[0-9]+]]
; CHECK:       [[REST]]:
define internal void @k.full(i1 %any, i64 %lanes, <16 x i64> %values) #0 {
  call void @heddle.simd_finding.voidi1i64v16i64i32(i1 %any, i64 %lanes, <16 x i64> %values, i32 0)
  ret void
}

; CHECK-LABEL: define internal void @k.lane(
; CHECK:         br i1 %wrong,
; CHECK:         call i64 @heddle.first_local_id(i32 2)
; CHECK:         call i64 @heddle.local_size(i32 1)
define internal void @k.lane(i1 %wrong, i64 %size) #1 {
  call void @heddle.finding.voidi1i64i32(i1 %wrong, i64 %size, i32 0)
  ret void
}

; The call keeps what is in registers, all bits of them, and puts in memory what the runtime wants there.
; CHECK-LABEL: define internal void @checks.found(
; CHECK-SAME:    i64 %[[LANES:[0-9]+]], i64 %{{.*}}, <16 x i64> %[[VALUES:[0-9]+]]) #[[HELPER:[0-9]+]] {
; CHECK:         store <16 x i64> %[[VALUES]], ptr
; CHECK:         %[[LANE:.*]] = call i64 @llvm.cttz.i64(i64 %[[LANES]], i1 true)
; CHECK:         %[[VALUE:.*]] = extractelement <16 x i64> %[[VALUES]], i64 %[[LANE]]
; CHECK:         %[[FUNCTION:found.*]] = load ptr
; CHECK:         call void @llvm.x86.avx.vzeroupper()
; CHECK:         call void %[[FUNCTION]](ptr %{{.*}}, ptr %{{.*}}, ptr %finders, i64 %[[VALUE]])
; CHECK:       attributes #[[HELPER]] = { {{.*}}"no_caller_saved_registers" "target-features"="-vzeroupper" }
; CHECK:       attributes #[[CALL]] = { {{.*}}"no_caller_saved_registers" }

declare void @heddle.simd_finding.voidi1i64v16i64i32(i1, i64, <16 x i64>, i32)
declare void @heddle.finding.voidi1i64i32(i1, i64, i32)

attributes #0 = { "heddle-variant"="full" "heddle-sub-group-size"="16" }
attributes #1 = { "heddle-variant"="lane" "heddle-sub-group-size"="1" }

!heddle.places = !{!0}
!0 = !{i64 0, !"a", i64 4, i64 0, i64 4, i64 0, i64 1, !"k.cl", i64 7, i64 3, i64 2, i64 1}
